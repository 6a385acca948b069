"""Which attributes a value can have, given its type."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.types import INTEGER, POINTER, VOID, ArrayType, StructType, Type
from pyllvm.tables.behavior_versions import (
    ALIGNMENTS_FOR_POINTERS_SINCE,
    ALIGNMENTS_FOR_VECTORS_SINCE,
    NOUNDEF_FOR_VALUES_SINCE,
    TYPES_LISTED_SINCE,
)
from pyllvm.tables.features import FAST_MATH_OF_AGGREGATES

_FOR_INTEGERS: Final = frozenset(("signext", "zeroext"))
_FOR_POINTERS_EVER: Final = frozenset(
    (
        "nest", "noalias", "nocapture", "nonnull", "readnone", "readonly", "swifterror", "dereferenceable",
        "dereferenceable_or_null", "preallocated", "inalloca", "byval", "sret", "byref", "elementtype",
    )
)  # fmt: skip
# First version in which LLVM refuses the attribute on a value that is not a pointer.
_FOR_POINTERS_SINCE: Final = {
    "allocptr": 15, "writable": 18, "dead_on_unwind": 18, "initializes": 19, "captures": 21, "dead_on_return": 21,
    "nofree": 24, "nofreeobj": 24,
}  # fmt: skip

# The attributes in LLVM's list, in its order: plain ones, those with types, those with numbers.
_LISTED: Final = ("inalloca", "nest", "noalias", "nocapture", "nonnull", "noundef", "readnone", "readonly", "signext")
_LISTED_WITH_TYPES: Final = {"byref": 12, "byval": 9, "preallocated": 11, "sret": 12}

_BY_TYPE: Final = (
    _FOR_INTEGERS | _FOR_POINTERS_EVER | frozenset(_FOR_POINTERS_SINCE) | {"align", "noundef", "range", "nofpclass", "allocalign"}
)


def depends_on_type(word: str) -> bool:
    """Whether some types cannot have the attribute."""
    return word in _BY_TYPE


def incompatible_attributes(type: Type, version: int) -> str:
    """All attributes that no value of the type can have, as LLVM up to 12 lists them (`AttributeSet::getAsString`)."""
    words = [] if _LISTED_WITH_TYPES["byval"] <= version else ["byval"]
    words.extend(_LISTED)
    if version < _LISTED_WITH_TYPES["sret"]:
        words.append("sret")
    words.append("zeroext")
    for word, since in _LISTED_WITH_TYPES.items():
        if version >= since:
            words.append(word)
    listed: list[str] = []
    for word in words:
        if is_incompatible(word, type, version):
            has_type = version >= _LISTED_WITH_TYPES.get(word, TYPES_LISTED_SINCE + 99) and version >= TYPES_LISTED_SINCE
            listed.append(f"{word}({type})" if has_type else word)
    if type.kind != POINTER:
        listed.extend(("dereferenceable(1)", "dereferenceable_or_null(1)"))
    return " ".join(listed)


def is_incompatible(word: str, type: Type, version: int) -> bool:
    """Whether LLVM `version` refuses the attribute on a value of this type (AttributeFuncs::typeIncompatible)."""
    if word in _FOR_INTEGERS:
        return type.kind != INTEGER
    if word in _FOR_POINTERS_EVER:
        return type.kind != POINTER
    if word == "align":
        if version >= ALIGNMENTS_FOR_VECTORS_SINCE:
            return not type.is_pointer_or_vector
        return version >= ALIGNMENTS_FOR_POINTERS_SINCE and type.kind != POINTER
    if word in _FOR_POINTERS_SINCE:
        return version >= _FOR_POINTERS_SINCE[word] and type.kind != POINTER
    if word == "noundef":
        return version >= NOUNDEF_FOR_VALUES_SINCE and type.kind == VOID
    if word == "range":
        return not type.is_integer_or_vector
    if word == "nofpclass":
        return not has_floating_point_class(type, version)
    if word == "allocalign":
        return type.kind != INTEGER
    return False


def has_floating_point_class(type: Type, version: int) -> bool:
    """Whether it is a floating-point type, or a vector or array of one; since LLVM 20 also a literal struct of equal ones."""
    if isinstance(type, StructType):
        elements = type.elements
        if not FAST_MATH_OF_AGGREGATES.is_in(version) or not type.is_literal or not elements:
            return False
        return all(one is elements[0] for one in elements) and elements[0].is_floating_point_or_vector
    while isinstance(type, ArrayType):
        type = type.element
    return type.is_floating_point_or_vector
