"""Instructions: they go, or one of their operands or a new argument takes the place of their results.

    %r = mul i32 %a, %b
    ret i32 %r

becomes `ret i32 %a`. Constants and arguments take the place of other operands: `add i32 %a, %b` becomes `add i32 %a, 0`.
"""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.signatures import remove_bundles
from pyllvm.ir.constants import Constant, ConstantInt, InlineAsm
from pyllvm.ir.function import Argument, BasicBlock, Instruction
from pyllvm.ir.instructions import AllocaInst, CallBase, CatchPadInst, CleanupPadInst, LandingPadInst, PHINode, SwitchInst
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.module import Module
from pyllvm.ir.types import ARRAY, FLOATING_POINT, INTEGER, LABEL, METADATA, POINTER, STRUCT, TOKEN, VECTOR, IntegerType
from pyllvm.ir.value import Value
from pyllvm.reduction.edits import default_value, erase, is_default, is_open
from pyllvm.reduction.scope import Pass, Scope, by_owner

_OF_ARGUMENTS = (INTEGER, FLOATING_POINT, POINTER, VECTOR, ARRAY, STRUCT)


_PREALLOCATED = "preallocated"


def _all(module: Module, scope: Scope) -> list[Instruction]:
    return [instruction for instruction in scope.instructions(module) if not instruction.is_terminator]


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
    for instruction in scope.instructions(module):
        if isinstance(instruction, CallBase) and instruction.bundles:
            found += [(instruction, number) for number in range(len(instruction.bundles))]
    return found


def _unbundle(module: Module, chosen: list[tuple[CallBase, int]]) -> None:
    for call, numbers in by_owner(chosen).items():
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


Place = tuple[Instruction, int]


def _places(module: Module, scope: Scope, wants: Callable[[Instruction, Value], bool]) -> list[Place]:
    """The operands that may be other values of the same type."""
    found: list[Place] = []
    for instruction in scope.instructions(module):
        if isinstance(instruction, (AllocaInst, LandingPadInst)):
            continue
        for index in range(_replaceable(instruction)):
            if wants(instruction, instruction.operands[index]):
                found.append((instruction, index))
    return found


def _replaceable(instruction: Instruction) -> int:
    """How many of the first operands may change: not callees, and not cases of switches."""
    if isinstance(instruction, CallBase):
        return instruction.argument_count
    return 1 if isinstance(instruction, SwitchInst) else len(instruction.operands)


def _is_value(operand: Value) -> bool:
    if isinstance(operand, (BasicBlock, InlineAsm, MetadataAsValue)):
        return False
    return operand.type.kind not in (LABEL, METADATA, TOKEN)


def _not_zero(instruction: Instruction, operand: Value) -> bool:
    return _is_value(operand) and not is_default(operand)


def _to_zero(module: Module, scope: Scope) -> list[Place]:
    return _places(module, scope, _not_zero)


def _use_zero(module: Module, places: list[Place]) -> None:
    for instruction, index in places:
        value = default_value(instruction.operands[index].type)
        if value is not None:
            _set(instruction, index, value)


def _set(instruction: Instruction, index: int, value: Value) -> None:
    """Set an operand; a phi gets the same value for all edges from one block."""
    if isinstance(instruction, PHINode):
        block = instruction.blocks[index]
        for other, incoming in enumerate(instruction.blocks):
            if incoming is block:
                instruction.set_operand(other, value)
        return
    instruction.set_operand(index, value)


def _local(instruction: Instruction, operand: Value) -> bool:
    return isinstance(operand, Instruction) and _is_value(operand) and _argument(instruction, operand) is not None


def _argument(instruction: Instruction, operand: Value) -> Argument | None:
    """The first argument of the function that has the type of the operand."""
    function = instruction.function
    if function is None:
        return None
    for argument in function.arguments:
        if argument.type is operand.type:
            return argument
    return None


def _to_argument(module: Module, scope: Scope) -> list[Place]:
    return _places(module, scope, _local)


def _use_argument(module: Module, places: list[Place]) -> None:
    for instruction, index in places:
        argument = _argument(instruction, instruction.operands[index])
        if argument is not None:
            _set(instruction, index, argument)


def _large(instruction: Instruction, operand: Value) -> bool:
    return isinstance(operand, Constant) and _one(operand) is not None


def _one(operand: Value) -> Value | None:
    """One, for a number that is neither zero nor one."""
    type = operand.type
    if isinstance(operand, ConstantInt) and isinstance(type, IntegerType) and operand.value not in (0, 1):
        return ConstantInt.get(type, 1)
    return None


def _to_one(module: Module, scope: Scope) -> list[Place]:
    return _places(module, scope, _large)


def _use_one(module: Module, places: list[Place]) -> None:
    for instruction, index in places:
        value = _one(instruction.operands[index])
        if value is not None:
            _set(instruction, index, value)


ZEROS = Pass("operands-to-zero", "let operands be zero", _to_zero, _use_zero)
ARGUMENTS = Pass("operands-to-arguments", "let operands be arguments", _to_argument, _use_argument)
ONES = Pass("operands-to-one", "let numbers be one", _to_one, _use_one)
