"""Strips casts and indices from a pointer. Source: `stripPointerCastsAndOffsets` of Value.cpp."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import ConstantExpr, ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias
from pyllvm.ir.instructions import CallBase, CastInst, GetElementPtrInst
from pyllvm.ir.types import POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.flags import INBOUNDS

# Which getelementptrs are stripped, beyond those whose indices are all zero; the last one: none, but aliases are followed.
_NONE: Final = 0
_IN_BOUNDS: Final = 1
_CONSTANT_IN_BOUNDS: Final = 2
_NONE_BUT_ALIASES: Final = 3


def strip_pointer_casts(value: Value) -> Value:
    """Strip casts, getelementptrs with only zero indices, and calls that return one of their arguments."""
    return _strip(value, _NONE)


def strip_pointer_casts_and_aliases(value: Value) -> Value:
    """Like `strip_pointer_casts`, but also follows aliases."""
    return _strip(value, _NONE_BUT_ALIASES)


def strip_in_bounds_offsets(value: Value) -> Value:
    """Strip casts, calls that return one of their arguments, and getelementptrs that stay within an object."""
    return _strip(value, _IN_BOUNDS)


def strip_in_bounds_constant_offsets(value: Value) -> Value:
    """Like `strip_in_bounds_offsets`, but strips only getelementptrs with constant indices."""
    return _strip(value, _CONSTANT_IN_BOUNDS)


def _strip(value: Value, offsets: int) -> Value:
    if value.type.kind != POINTER:
        return value
    seen: set[Value] = set()
    while value not in seen:
        inner = _one_step(value, offsets)
        if inner is None and offsets == _NONE_BUT_ALIASES and isinstance(value, GlobalAlias) and value.operands:
            inner = value.aliasee
        if inner is None:
            break
        seen.add(value)
        value = inner
    return value


def _one_step(value: Value, offsets: int) -> Value | None:
    """Return the operand that the value is computed from; None if there is nothing to strip."""
    if isinstance(value, ConstantExpr):
        opcode = value.opcode
        operands = value.operands
        flags = value.flags
    elif isinstance(value, CastInst):
        opcode = value.opcode.name
        operands = value.operands
        flags = 0
    elif isinstance(value, GetElementPtrInst):
        opcode = "getelementptr"
        operands = value.operands
        flags = value.flags
    elif isinstance(value, CallBase):
        return returned_argument(value)
    else:
        return None
    if opcode == "bitcast" or opcode == "addrspacecast":
        return operands[0] if operands[0].type.kind == POINTER else None
    if opcode != "getelementptr":
        return None
    if offsets == _NONE or offsets == _NONE_BUT_ALIASES:
        for index in operands[1:]:
            if not isinstance(index, ConstantInt) or index.value != 0:
                return None
        return operands[0]
    if offsets == _CONSTANT_IN_BOUNDS:
        for index in operands[1:]:
            if not isinstance(index, ConstantInt):
                return None
    return operands[0] if flags & INBOUNDS else None


def returned_argument(call: CallBase) -> Value | None:
    """Return the argument with the attribute `returned`, from the call or from the function; None if there is none."""
    for index in range(call.argument_count):
        if _is_returned(call._attributes, index):
            return call.operands[index]
    callee = call.operands[-1]
    if isinstance(callee, Function) and callee.function_type is call.function_type:
        for index in range(call.argument_count):
            if _is_returned(callee.attributes, index):
                return call.operands[index]
    return None


def _is_returned(attributes: AttributeList | None, index: int) -> bool:
    return attributes is not None and index in attributes.parameters and "returned" in attributes.parameters[index]
