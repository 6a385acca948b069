"""Facts about a value that lint needs: the object that a pointer points into, and the offset from its start."""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantExpr, ConstantInt, is_null
from pyllvm.ir.global_values import GlobalAlias
from pyllvm.ir.instructions import CastInst, GetElementPtrInst, PHINode
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import ArrayType, IntegerType, PointerType, StructType, Type, VectorType
from pyllvm.ir.value import User, Value

_POINTER_CASTS: Final = ("bitcast", "addrspacecast")
_MAXIMUM_STEPS: Final = 100


def is_zero(value: Value) -> bool:
    """Whether the value is the constant zero or null."""
    return is_null(value)


def cast_operand(value: Value) -> Value | None:
    """Return the operand of a pointer-to-pointer cast; None for other values."""
    if (isinstance(value, CastInst) and value.opcode_name in _POINTER_CASTS) or (
        isinstance(value, ConstantExpr) and value.opcode in _POINTER_CASTS
    ):
        return value.operands[0]
    return None


def address_operand(value: Value) -> Value | None:
    """Return the base pointer of a getelementptr; None for other values."""
    if isinstance(value, GetElementPtrInst) or (isinstance(value, ConstantExpr) and value.opcode == "getelementptr"):
        return value.operands[0]
    return None


def strip_pointer_casts(value: Value) -> Value:
    """Strip casts, getelementptrs with only zero indices, and PHI nodes with one value from a pointer."""
    for _ in range(_MAXIMUM_STEPS):
        base = address_operand(value)
        if base is not None and not (isinstance(value, User) and all(is_null(index) for index in value.operands[1:])):
            return value
        inner = _inner(value, base)
        if inner is None:
            break
        value = inner
    return value


def underlying_object(value: Value) -> Value:
    """Return the object that a pointer points into: as `strip_pointer_casts`, but with any indices."""
    for _ in range(_MAXIMUM_STEPS):
        inner = _inner(value, address_operand(value))
        if inner is None:
            break
        value = inner
    return value


def _inner(value: Value, base: Value | None) -> Value | None:
    """Return the pointer that a cast, a getelementptr from `base`, or a PHI node with one value passes on, else None."""
    inner = cast_operand(value)
    if inner is None:
        inner = base
    return _only_value(value) if inner is None else inner


def _only_value(value: Value) -> Value | None:
    """Return the only value of a PHI node, or the aliasee of an alias, else None."""
    if isinstance(value, GlobalAlias) and value.has_local_linkage:
        return value.aliasee
    if not isinstance(value, PHINode):
        return None
    only: Value | None = None
    for operand in value.operands:
        if operand is value:
            continue
        if only is not None and operand is not only:
            return None
        only = operand
    return only


def base_and_offset(layout: DataLayout, pointer: Value) -> tuple[Value, int] | None:
    """Return the base of a pointer and its offset in bytes; None if an index is not constant."""
    offset = 0
    for _ in range(_MAXIMUM_STEPS):
        inner = cast_operand(pointer)
        if inner is None:
            inner = address_operand(pointer)
            if inner is None:
                return pointer, offset
            assert isinstance(pointer, (GetElementPtrInst, ConstantExpr))
            step = getelementptr_offset(layout, pointer)
            if step is None:
                return None
            offset += step
        pointer = inner
    return None


def getelementptr_offset(layout: DataLayout, address: GetElementPtrInst | ConstantExpr) -> int | None:
    """Return the offset of a getelementptr in bytes; None if it is not constant."""
    type: Type | None = address.source_element_type
    pointer = address.operands[0].type
    if type is None or not isinstance(pointer, PointerType):
        return None
    bits = layout.index_bits(pointer.address_space)
    offset = 0
    try:
        for number, index in enumerate(address.operands[1:]):
            if not isinstance(index, ConstantInt):
                return None
            if number == 0:
                offset += index.value * _stride(layout, type)
            elif isinstance(type, StructType) and type.elements is not None:
                if index.value < 0 or index.value >= len(type.elements):
                    return None
                offset += layout.struct_layout(type).offsets[index.value]
                type = type.elements[index.value]
            elif isinstance(type, (ArrayType, VectorType)):
                type = type.element
                offset += index.value * _stride(layout, type)
            else:
                return None
    except PyllvmError:
        return None
    mask = (1 << bits) - 1
    return ((offset & mask) ^ (1 << (bits - 1))) - (1 << (bits - 1))


def _stride(layout: DataLayout, type: Type) -> int:
    if layout.is_scalable(type):
        raise PyllvmError("the size is not known")
    return layout.alloc_size(type)


def fixed_vector_length(type: Type) -> int:
    """Return the number of elements of a vector; -1 for a scalable vector or another type."""
    return type.count if isinstance(type, VectorType) and not type.is_scalable else -1


def integer_width(type: Type) -> int:
    """Return the bits of an integer, or of a vector's integer elements; 0 for other types."""
    scalar = type.scalar_type
    return scalar.width if isinstance(scalar, IntegerType) else 0
