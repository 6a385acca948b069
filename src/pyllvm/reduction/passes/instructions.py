"""Instructions: they go, or one of their operands or a new argument takes the place of their results.

    %r = mul i32 %a, %b
    ret i32 %r

becomes `ret i32 %a`.
"""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.signatures import remove_bundles
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import AllocaInst, CallBase, CatchPadInst, CleanupPadInst, LandingPadInst, PHINode
from pyllvm.ir.module import Module
from pyllvm.ir.types import ARRAY, FLOATING_POINT, INTEGER, POINTER, STRUCT, VECTOR
from pyllvm.reduction.edits import default_value, erase, is_open
from pyllvm.reduction.scope import Pass, Scope

_OF_ARGUMENTS = (INTEGER, FLOATING_POINT, POINTER, VECTOR, ARRAY, STRUCT)


_PREALLOCATED = "preallocated"


def _all(module: Module, scope: Scope) -> list[Instruction]:
    return [
        instruction
        for function in scope.bodies(module)
        for block in function.blocks
        for instruction in block.instructions
        if not instruction.is_terminator
    ]


def _erasable(module: Module, scope: Scope) -> list[Instruction]:
    """The instructions that a block can do without: a block behind an unwind edge needs its pad."""
    return [one for one in _all(module, scope) if not isinstance(one, (LandingPadInst, CatchPadInst, CleanupPadInst))]


def _erase(module: Module, instructions: list[Instruction]) -> None:
    for instruction in reversed(instructions):
        if is_open(instruction):
            erase(instruction)


def _with_equal_operands(module: Module, scope: Scope) -> list[tuple[Instruction, int]]:
    """The instructions with an operand of the type of the result, whose number comes with it."""
    return [
        (instruction, index)
        for instruction in _all(module, scope)
        if instruction.has_uses and not isinstance(instruction, PHINode)
        for index, operand in enumerate(instruction.operands)
        if operand.type is instruction.type and not isinstance(operand, Constant) and operand is not instruction
    ]


def _use_operands(module: Module, chosen: list[tuple[Instruction, int]]) -> None:
    for instruction, index in chosen:
        if not is_open(instruction) or index >= len(instruction.operands):
            continue
        operand = instruction.operands[index]
        if operand is not instruction and instruction.has_uses:
            instruction.replace_all_uses_with(operand)
            instruction.erase()


def _with_results(module: Module, scope: Scope) -> list[Instruction]:
    kinds = (AllocaInst, PHINode, LandingPadInst, CatchPadInst, CleanupPadInst)
    return [
        instruction
        for instruction in _all(module, scope)
        if instruction.has_uses
        and instruction.type.kind in _OF_ARGUMENTS
        and not isinstance(instruction, kinds)
        and instruction.function is not None
        and not scope.keeps(instruction.function)
    ]


def _use_arguments(module: Module, instructions: list[Instruction]) -> None:
    for instruction in instructions:
        function = instruction.function
        if function is None or not instruction.has_uses:
            continue
        value = default_value(instruction.type)
        if not isinstance(value, Constant):
            continue
        name = instruction.name
        try:
            argument = function.add_argument(instruction.type, value)
        except PyllvmError:
            continue
        instruction.replace_all_uses_with(argument)
        instruction.erase()
        if name:
            argument.name = name


def _bundled(module: Module, scope: Scope) -> list[tuple[CallBase, int]]:
    found: list[tuple[CallBase, int]] = []
    for function in scope.bodies(module):
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase) and instruction.bundles:
                    found += [(instruction, number) for number in range(len(instruction.bundles))]
    return found


def _unbundle(module: Module, chosen: list[tuple[CallBase, int]]) -> None:
    wanted: dict[CallBase, set[int]] = {}
    for call, number in chosen:
        wanted.setdefault(call, set()).add(number)
    for call, numbers in wanted.items():
        _remove_bundles(call, numbers)


def _remove_bundles(call: CallBase, numbers: set[int]) -> None:
    bundles = list(call.bundles or ())
    if any(bundles[number].tag == _PREALLOCATED for number in numbers):
        # The attribute of arguments needs the bundle.
        for index in range(call.argument_count):
            call.remove_attribute(_PREALLOCATED, parameter=index)
    remove_bundles(call, numbers)


INSTRUCTIONS = Pass("instructions", "remove instructions", _erasable, _erase)
TO_OPERANDS = Pass("to-operands", "let an operand take the place of an instruction", _with_equal_operands, _use_operands)
TO_ARGUMENTS = Pass("to-arguments", "let new arguments take the place of instructions", _with_results, _use_arguments)
BUNDLES = Pass("operand-bundles", "remove operand bundles", _bundled, _unbundle)
