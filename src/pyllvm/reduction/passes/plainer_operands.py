"""Operands of instructions: constants and arguments take the place of values.

    %r = add i32 %a, %b

becomes `%r = add i32 %a, 0`.
"""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.ir.constants import Constant, ConstantInt, InlineAsm
from pyllvm.ir.function import Argument, BasicBlock, Instruction
from pyllvm.ir.instructions import AllocaInst, CallBase, LandingPadInst, PHINode, SwitchInst
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.module import Module
from pyllvm.ir.types import LABEL, METADATA, TOKEN, IntegerType
from pyllvm.ir.value import Value
from pyllvm.reduction.edits import default_value, is_default
from pyllvm.reduction.scope import Pass, Scope

Place = tuple[Instruction, int]


def _places(module: Module, scope: Scope, wants: Callable[[Instruction, Value], bool]) -> list[Place]:
    """The operands that may be other values of the same type."""
    found: list[Place] = []
    for function in scope.bodies(module):
        for instruction in function.instructions:
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
