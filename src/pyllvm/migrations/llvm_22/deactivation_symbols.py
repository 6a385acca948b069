"""LLVM 22: a signed pointer has a deactivation symbol, which is null where text names none."""

from __future__ import annotations

from pyllvm.editing.replacement import constant_key, forget_constant
from pyllvm.ir.constants import (
    DEACTIVATION_SYMBOL,
    ConstantAggregate,
    ConstantExpr,
    ConstantPtrAuth,
    SimpleConstant,
    keep_constant,
    null_value,
)
from pyllvm.ir.metadata import ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.instruction_index import InstructionIndex


def upgrade(module: Module, version: int) -> None:
    """Add the symbol. It has the type of the address before it (BitcodeReader's CST_CODE_PTRAUTH)."""
    for pointer in _signed_pointers(module, InstructionIndex(module)):
        if len(pointer.operands) == DEACTIVATION_SYMBOL:
            forget_constant(pointer)
            pointer.append_operand(null_value(pointer.operands[-1].type))
            keep_constant(pointer.type, constant_key(pointer), pointer)


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Remove the symbol where it is null. Another one stays."""
    for pointer in _signed_pointers(module, bodies):
        if len(pointer.operands) > DEACTIVATION_SYMBOL and isinstance(pointer.operands[DEACTIVATION_SYMBOL], SimpleConstant):
            forget_constant(pointer)
            pointer.operands[DEACTIVATION_SYMBOL].remove_use(pointer, DEACTIVATION_SYMBOL)
            del pointer.operands[DEACTIVATION_SYMBOL]
            keep_constant(pointer.type, constant_key(pointer), pointer)


def _signed_pointers(module: Module, bodies: InstructionIndex) -> list[ConstantPtrAuth]:
    """The signed pointers in a module, and in its metadata."""
    waiting: list[Value] = []
    for value in module.global_values:
        waiting += value.operands
    for instruction in bodies.with_constants():
        waiting += instruction.operands
    waiting += [one.value for one in module.context.metadata.values() if isinstance(one, ValueAsMetadata)]
    found: list[ConstantPtrAuth] = []
    seen: set[Value] = set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, (ConstantAggregate, ConstantExpr, ConstantPtrAuth)) and one not in seen:
            seen.add(one)
            waiting += one.operands
            if isinstance(one, ConstantPtrAuth):
                found.append(one)
    return found
