"""LLVM 12: `poison`. Before, `undef` was in its place, which is less undefined: it may always take the place of poison."""

from __future__ import annotations

from typing import Final

from pyllvm.editing.replacement import destroy_constant
from pyllvm.ir.constants import (
    POISON,
    UNDEF,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantPtrAuth,
    SimpleConstant,
    aggregate,
)
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.value import User, Value
from pyllvm.migrations.loss import Losses

_MADE_OF_OTHERS: Final = (ConstantAggregate, ConstantExpr, ConstantPtrAuth)


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Put `undef` in the place of every `poison`."""
    changed: dict[Value, Value] = {}
    known = module.context.metadata
    for key, metadata in list(known.items()):
        if isinstance(metadata, ValueAsMetadata) and key is metadata.value and isinstance(key, Constant):
            made = _without_poison(key, changed)
            if made is not key:
                metadata.wrap_instead(module.context, made)
    for value in module.global_values:
        _change_operands(value, changed)
    for function in module.functions:
        for instruction in function.instructions:
            _change_operands(instruction, changed)


def _change_operands(user: User, changed: dict[Value, Value]) -> None:
    index = 0
    for operand in user.operands:
        if isinstance(operand, (SimpleConstant, ConstantAggregate, ConstantExpr, ConstantPtrAuth)):
            made = _without_poison(operand, changed)
            if made is not operand:
                user.put_operand(index, made)
        index += 1


def _without_poison(value: Value, changed: dict[Value, Value]) -> Value:
    """The constant with undef for poison; the ones that it is made of first."""
    waiting = [value]
    while waiting:
        last = waiting[-1]
        if last in changed:
            waiting.pop()
            continue
        missing: list[Value] = []
        if isinstance(last, _MADE_OF_OTHERS):
            missing = [one for one in last.operands if one not in changed and not isinstance(one, GlobalValue)]
        if missing:
            waiting.extend(missing)
        else:
            changed[last] = _made(last, changed)
    return changed[value]


def _made(value: Value, changed: dict[Value, Value]) -> Value:
    if isinstance(value, SimpleConstant):
        return SimpleConstant.get(value.type, UNDEF) if value.kind == POISON else value
    if not isinstance(value, (ConstantAggregate, ConstantExpr, ConstantPtrAuth)):
        return value
    operands = [changed.get(one, one) for one in value.operands]
    if all(old is new for old, new in zip(value.operands, operands, strict=True)):
        return value
    destroy_constant(value)
    if isinstance(value, ConstantAggregate):
        return aggregate(value.type, operands)
    if isinstance(value, ConstantPtrAuth):
        return ConstantPtrAuth(value.type, operands)
    return ConstantExpr.get(
        value.type,
        value.opcode,
        operands,
        value.flags,
        value.source_element_type,
        value.in_range,
        value.predicate_number,
        value.indices,
    )
