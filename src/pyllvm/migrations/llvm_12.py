"""LLVM 12: `poison`, minimum and maximum, types of `sret`."""

from __future__ import annotations

from pyllvm.editing.replacement import destroy_constant
from pyllvm.ir.constants import (
    POISON,
    UNDEF,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantInt,
    ConstantPtrAuth,
    SimpleConstant,
    aggregate,
    null_value,
)
from pyllvm.ir.function import Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import BinaryOperator, CallBase, CmpInst, SelectInst
from pyllvm.ir.metadata import ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import with_element
from pyllvm.ir.value import User, Value
from pyllvm.migrations.attribute_lists import leave_types_out, name_types
from pyllvm.migrations.changes import ALL, Change
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import remove_function, replace_with_instructions
from pyllvm.migrations.rewritten_constants import name_references
from pyllvm.notation import Final
from pyllvm.tables import features
from pyllvm.tables.features import DSO_LOCAL_EQUIVALENT
from pyllvm.tables.opcodes import SUB
from pyllvm.tables.predicates import ICMP_NUMBERS

# --- `llvm.umin`, `llvm.smax` and their like, and `llvm.abs`. Before, a comparison and a select had their place.

_PREDICATES: Final[dict[str, str]] = {"llvm.umin.": "ult", "llvm.umax.": "ugt", "llvm.smin.": "slt", "llvm.smax.": "sgt"}
_ABSOLUTE: Final = "llvm.abs."
_NO_SIGNED_WRAP: Final = 2


def downgrade_minimum_intrinsics(module: Module, version: int, losses: Losses) -> None:
    """Compare, and select.

    LLVM 12: %r = call i32 @llvm.umin.i32(i32 %a, i32 %b)
    LLVM 11:
        %1 = icmp ult i32 %a, %b
        %r = select i1 %1, i32 %a, i32 %b

    LLVM 12: %r = call i32 @llvm.abs.i32(i32 %a, i1 false)
    LLVM 11:
        %1 = sub i32 0, %a
        %2 = icmp slt i32 %a, 0
        %r = select i1 %2, i32 %1, i32 %a
    """
    for function in list(module.functions):
        predicate = next((one for prefix, one in _PREDICATES.items() if function.name.startswith(prefix)), "")
        if not function.is_declaration or not (predicate or function.name.startswith(_ABSOLUTE)):
            continue
        for call in function.users:
            if isinstance(call, CallBase) and call.callee is function and call.argument_count == 2:
                _replace(call, predicate)
        if not function.has_uses:
            remove_function(module, function)


def _replace(call: CallBase, predicate: str) -> None:
    left, right = call.operands[0], call.operands[1]
    made: list[Instruction] = []
    if predicate:
        test = CmpInst(ICMP_NUMBERS[predicate], left, right, with_element(left.type, left.type.context.integer(1)))
        made = [test, SelectInst(test, left, right, 0, call.name)]
    else:
        zero: Value = null_value(left.type)
        is_minimum_poison = isinstance(right, ConstantInt) and right.value != 0
        negated = BinaryOperator(SUB, zero, left, _NO_SIGNED_WRAP if is_minimum_poison else 0)
        test = CmpInst(ICMP_NUMBERS["slt"], left, zero, with_element(left.type, left.type.context.integer(1)))
        made = [negated, test, SelectInst(test, negated, left, 0, call.name)]
    replace_with_instructions(call, made)


# --- `poison`. Before, `undef` was in its place, which is less undefined: it may always take the place of poison.

_MADE_OF_OTHERS: Final = (ConstantAggregate, ConstantExpr, ConstantPtrAuth)


def downgrade_poison(module: Module, version: int, losses: Losses) -> None:
    """Put `undef` in the place of every `poison`.

    LLVM 12: %r = insertelement <2 x i32> poison, i32 %a, i32 0
    LLVM 11: %r = insertelement <2 x i32> undef, i32 %a, i32 0
    """
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


# --- `sret` of a parameter names a type, which the parameter's pointer type gave before.


def upgrade_sret_type(module: Module, version: int) -> None:
    """Name the type of every `sret`.

    LLVM 11: declare void @f(i32* sret)
    LLVM 12: declare void @f(i32* sret(i32))
    """
    name_types(module, "sret")


def downgrade_sret_type(module: Module, version: int, losses: Losses) -> None:
    """Remove the type if the parameter points to it, as it must in LLVM 11.

    LLVM 12: declare void @f(i32* sret(i32))
    LLVM 11: declare void @f(i32* sret)
    """
    leave_types_out(module, "sret")


CHANGES: Final = (
    Change(12, downgrade=downgrade_minimum_intrinsics),
    Change(DSO_LOCAL_EQUIVALENT.since, downgrade=name_references),
    Change(features.POISON.since, downgrade=downgrade_poison),
    Change(12, ALL, upgrade=upgrade_sret_type, downgrade=downgrade_sret_type),
)
"""In the order of upgrades; downgrades run from the last to the first."""
