"""What lint can tell of a value at once: what a pointer points into, and how far from its beginning."""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantExpr, ConstantInt, SimpleConstant, is_null
from pyllvm.ir.global_values import GlobalAlias
from pyllvm.ir.instructions import CastInst, GetElementPtrInst, PHINode
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import ArrayType, IntegerType, PointerType, StructType, Type, VectorType
from pyllvm.ir.value import User, Value

_POINTER_CASTS: Final = ("bitcast", "addrspacecast")
_MAXIMUM_STEPS: Final = 100


def is_undefined(value: Value) -> bool:
    """Whether it is `undef` or `poison`."""
    return isinstance(value, SimpleConstant) and value.kind in ("undef", "poison")


def is_zero(value: Value) -> bool:
    """Whether it is the constant zero or null."""
    return is_null(value)


def cast_operand(value: Value) -> Value | None:
    """What a cast of a pointer to a pointer was made of; None for anything else."""
    if (isinstance(value, CastInst) and value.opcode_name in _POINTER_CASTS) or (
        isinstance(value, ConstantExpr) and value.opcode in _POINTER_CASTS
    ):
        return value.operands[0]
    return None


def address_operand(value: Value) -> Value | None:
    """What a getelementptr starts from; None for anything else."""
    if isinstance(value, GetElementPtrInst) or (isinstance(value, ConstantExpr) and value.opcode == "getelementptr"):
        return value.operands[0]
    return None


def strip_pointer_casts(value: Value) -> Value:
    """The pointer before all casts, getelementptrs without a way, and PHI nodes of one value."""
    for _ in range(_MAXIMUM_STEPS):
        inner = cast_operand(value)
        if inner is None:
            base = address_operand(value)
            if base is not None and isinstance(value, User) and all(is_null(index) for index in value.operands[1:]):
                inner = base
        if inner is None:
            inner = _only_value(value)
        if inner is None:
            return value
        value = inner
    return value


def underlying_object(value: Value) -> Value:
    """What a pointer points into: as `strip_pointer_casts`, but whatever the way is."""
    for _ in range(_MAXIMUM_STEPS):
        inner = cast_operand(value)
        if inner is None:
            inner = address_operand(value)
        if inner is None:
            inner = _only_value(value)
        if inner is None:
            return value
        value = inner
    return value


def _only_value(value: Value) -> Value | None:
    """The one value that a PHI node can have, or that an alias stands for."""
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
    """Where a pointer lies: so many bytes from the beginning of something. None where an index is no constant."""
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
    """How many bytes a getelementptr goes; None where that is not constant."""
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
    """How many elements a vector has; -1 where that is not known, or it is none."""
    return type.count if isinstance(type, VectorType) and not type.is_scalable else -1


def integer_width(type: Type) -> int:
    """The bits of an integer, or of a vector's elements; 0 for other types."""
    scalar = type.scalar_type
    return scalar.width if isinstance(scalar, IntegerType) else 0
