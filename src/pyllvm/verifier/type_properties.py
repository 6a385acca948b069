"""Properties of types that the verifier needs."""

from __future__ import annotations

from typing import Final

from pyllvm.ir import types

# A target extension type that is only allowed in memory of the whole program.
_GLOBAL_TARGET_TYPE: Final = "amdgcn.named.barrier"


def is_integer(type: types.Type, width: int) -> bool:
    """Whether the type is the integer type of that width in bits."""
    return isinstance(type, types.IntegerType) and type.width == width


def is_vector(type: types.Type) -> bool:
    """Whether the type is a vector."""
    return type.kind == types.VECTOR


def same_length(one: types.Type, other: types.Type) -> bool:
    """Whether two vectors have the same number of elements; also true if neither type is a vector."""
    if isinstance(one, types.VectorType):
        return isinstance(other, types.VectorType) and one.count == other.count and one.is_scalable == other.is_scalable
    return not isinstance(other, types.VectorType)


def scalar_bits(type: types.Type) -> int:
    """Return the bits of an integer, byte or floating-point type, or of a vector's element; 0 for other types."""
    scalar = type.scalar_type
    if isinstance(scalar, (types.IntegerType, types.ByteType)):
        return scalar.width
    if isinstance(scalar, types.FloatingPointType):
        return scalar.bits
    return 0


def address_space(type: types.Type) -> int:
    """Return the address space of a pointer or of a vector's pointers; 0 for other types."""
    scalar = type.scalar_type
    return scalar.address_space if isinstance(scalar, types.PointerType) else 0


def contains_global_target_type(type: types.Type, known: set[types.Type]) -> bool:
    """Whether a type contains a target extension type that is not allowed on the stack, at any depth.

    The types in `known` contain none. What is found to contain none is added.
    """
    seen: set[types.Type] = set()
    pending: list[types.Type] = [type]
    while pending:
        part = pending.pop()
        if isinstance(part, types.TargetType):
            if part.name == _GLOBAL_TARGET_TYPE:
                return True
        elif part.kind == types.STRUCT or part.kind == types.ARRAY:
            if part not in seen and part not in known:
                seen.add(part)
                pending.extend(part.contained_types)
    known.update(seen)
    return False
