"""Properties of types that the verifier needs."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.types import (
    ARRAY,
    FLOATING_POINT,
    FUNCTION,
    INTEGER,
    LABEL,
    METADATA,
    POINTER,
    STRUCT,
    TOKEN,
    VECTOR,
    VOID,
    ArrayType,
    FloatingPointType,
    IntegerType,
    PointerType,
    StructType,
    TargetType,
    Type,
    VectorType,
)

# The names of target extension types that have the layout of another type; all others have no size.
_SIZED_TARGET_TYPES: Final = (
    "spirv.", "dx.", "aarch64.svcount", "riscv.vector.tuple", "amdgcn.named.barrier", "llvm.test.vectorelement",
)  # fmt: skip
# A target extension type that is only allowed in memory of the whole program.
_GLOBAL_TARGET_TYPE: Final = "amdgcn.named.barrier"


def is_integer(type: Type, width: int) -> bool:
    """Whether the type is the integer type of that width in bits."""
    return isinstance(type, IntegerType) and type.width == width


def is_integer_or_vector(type: Type) -> bool:
    """Whether the type is an integer or a vector of integers."""
    if isinstance(type, VectorType):
        return type.element.kind == INTEGER
    return type.kind == INTEGER


def is_floating_point_or_vector(type: Type) -> bool:
    """Whether the type is a floating-point type or a vector of one."""
    if isinstance(type, VectorType):
        return type.element.kind == FLOATING_POINT
    return type.kind == FLOATING_POINT


def is_pointer_or_vector(type: Type) -> bool:
    """Whether the type is a pointer or a vector of pointers."""
    if isinstance(type, VectorType):
        return type.element.kind == POINTER
    return type.kind == POINTER


def is_vector(type: Type) -> bool:
    """Whether the type is a vector."""
    return type.kind == VECTOR


def same_length(one: Type, other: Type) -> bool:
    """Whether two vectors have the same number of elements; also true if neither type is a vector."""
    if isinstance(one, VectorType):
        return isinstance(other, VectorType) and one.count == other.count and one.is_scalable == other.is_scalable
    return not isinstance(other, VectorType)


def scalar_bits(type: Type) -> int:
    """Return the bits of an integer or floating-point type, or of a vector's element; 0 for other types."""
    scalar = type.scalar_type
    if isinstance(scalar, IntegerType):
        return scalar.width
    if isinstance(scalar, FloatingPointType):
        return scalar.bits
    return 0


def address_space(type: Type) -> int:
    """Return the address space of a pointer or of a vector's pointers; 0 for other types."""
    scalar = type.scalar_type
    return scalar.address_space if isinstance(scalar, PointerType) else 0


def is_sized(type: Type) -> bool:
    """Whether the type has a size."""
    kind = type.kind
    if kind == INTEGER or kind == POINTER or kind == FLOATING_POINT:
        return True
    seen: set[Type] = set()
    pending: list[Type] = [type]
    while pending:
        one = pending.pop()
        kind = one.kind
        if kind in (VOID, FUNCTION, LABEL, METADATA, TOKEN):
            return False
        if kind == ARRAY or kind == VECTOR:
            pending.append(one.contained_types[0])
        elif isinstance(one, TargetType):
            if not one.name.startswith(_SIZED_TARGET_TYPES):
                return False
        elif isinstance(one, StructType):
            if one.elements is None:
                return False
            if one not in seen:
                seen.add(one)
                pending.extend(one.elements)
    return True


def is_scalable(type: Type) -> bool:
    """Whether the type's size depends on vscale."""
    while isinstance(type, ArrayType):
        type = type.element
    if isinstance(type, VectorType):
        return type.is_scalable
    if isinstance(type, StructType):
        return contains_scalable(type)
    return False


def contains_scalable(type: StructType) -> bool:
    """Whether a struct contains a scalable vector, at any depth."""
    seen: set[Type] = set()
    pending: list[Type] = [type]
    while pending:
        one = pending.pop()
        if isinstance(one, VectorType):
            if one.is_scalable:
                return True
        elif one.kind == STRUCT or one.kind == ARRAY:
            if one not in seen:
                seen.add(one)
                pending.extend(one.contained_types)
    return False


def contains_global_target_type(type: Type) -> bool:
    """Whether a type contains a target extension type that is not allowed on the stack, at any depth."""
    seen: set[Type] = set()
    pending: list[Type] = [type]
    while pending:
        one = pending.pop()
        if isinstance(one, TargetType):
            if one.name == _GLOBAL_TARGET_TYPE:
                return True
        elif one.kind == STRUCT or one.kind == ARRAY:
            if one not in seen:
                seen.add(one)
                pending.extend(one.contained_types)
    return False
