"""Types derived from others: an intrinsic's signature can describe one type by the type in another position."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.types import FLOATING_POINT_BITS, INTEGER, VECTOR, FloatingPointType, IntegerType, Type, VectorType
from pyllvm.tables.intrinsic_versions import FLOATING_POINT_TRUNCATED_SINCE, ONLY_INTEGERS_TRUNCATED_SINCE, WHOLE_PARTS_SINCE

_NARROWER: Final[dict[str, str]] = {"double": "float", "float": "half"}


def derived_type(word: str, number: int, type: Type, version: int) -> Type | None:
    """The type that a signature's word, such as "extend" or "part", derives from another; None if there is none."""
    context = type.context
    if word == "extend":
        scalar = type.scalar_type
        return with_element(type, context.integer(scalar.width * 2)) if isinstance(scalar, IntegerType) else None
    if word == "truncate":
        narrower = _narrower(type.scalar_type)
        if type.kind not in (INTEGER, VECTOR) or narrower is None:
            return None
        if narrower.kind != INTEGER and not FLOATING_POINT_TRUNCATED_SINCE <= version < ONLY_INTEGERS_TRUNCATED_SINCE:
            return None
        return with_element(type, narrower)
    if not isinstance(type, VectorType):
        return None
    if word == "element":
        return type.element
    if word == "integers":
        bits = _bits(type.element)
        return context.vector(context.integer(bits), type.count, type.is_scalable) if bits else None
    if word == "part":
        if (type.count % number and version >= WHOLE_PARTS_SINCE) or type.count < number:
            return None
        return context.vector(type.element, type.count // number, type.is_scalable)
    element: Type | None = type.element
    count = type.count
    for _ in range(number):
        element = None if element is None else _narrower(element)
        count *= 2
    return None if element is None else context.vector(element, count, type.is_scalable)


def with_element(type: Type, element: Type) -> Type:
    """`element`, or a vector of it with as many elements as `type` if `type` is a vector."""
    return type.context.vector(element, type.count, type.is_scalable) if isinstance(type, VectorType) else element


def _narrower(type: Type) -> Type | None:
    """The integer or floating-point type of half the width."""
    if isinstance(type, IntegerType):
        return type.context.integer(type.width // 2) if type.width > 1 else None
    if isinstance(type, FloatingPointType) and type.name in _NARROWER:
        return type.context.floating_point(_NARROWER[type.name])
    return None


def _bits(type: Type) -> int:
    if isinstance(type, IntegerType):
        return type.width
    return FLOATING_POINT_BITS[type.name] if isinstance(type, FloatingPointType) else 0
