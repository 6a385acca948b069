"""The attributes of intrinsics, which LLVM knows of itself: every declaration of one has them."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import FIRST_PARAMETER_INDEX, FUNCTION_INDEX, RETURN_INDEX, Attribute, AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.types import IntegerType, Type
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.intrinsics import intrinsic_attribute_row

_PLACES: Final[dict[str, int]] = {"function": FUNCTION_INDEX, "return": RETURN_INDEX}
_WIDEST: Final = 64


# From this version on a declaration that is not as the intrinsic's must be is left alone.
_SIGNATURE_CHECKED_SINCE: Final = 22
_OF_POINTERS: Final = ("captures", "nocapture", "readonly", "writeonly", "noalias", "nonnull")


def set_intrinsic_attributes(function: Function, version: int) -> None:
    """Give the function, if it is an intrinsic, the attributes that LLVM of that version gives it."""
    row = intrinsic_attribute_row(function.name, version)
    if row is None:
        return
    if version >= _SIGNATURE_CHECKED_SINCE and not _may_be_declared_so(function, row):
        return
    sets: list[tuple[int, AttributeSet]] = []
    for part in row.split("; "):
        place, _, words = part.partition(" ")
        index = _PLACES.get(place, -1)
        type: Type | None = None
        if index == RETURN_INDEX:
            type = function.function_type.return_type
        elif index < 0:
            number = int(place)
            # What LLVM says of a parameter that the declaration lacks is nowhere.
            if number >= len(function.function_type.parameters):
                continue
            type = function.function_type.parameters[number]
            index = number + FIRST_PARAMETER_INDEX
        sets.append((index, AttributeSet([_attribute(word, type) for word in words.split()])))
    function.attributes = AttributeList.of_indexed(sets)


def _attribute(text: str, type: Type | None) -> Attribute:
    word, _, value = text.partition("=")
    kind = KIND_OF_WORD[word]
    if ":" in value:
        # A range is as wide as what it is said of.
        scalar = None if type is None else type.scalar_type
        width = scalar.width if isinstance(scalar, IntegerType) else _WIDEST
        low, _, high = value.partition(":")
        return Attribute(kind, bit_width=width, ranges=((int(low), int(high)),))
    return Attribute(kind, integer=int(value)) if value else Attribute(kind)


def _may_be_declared_so(function: Function, row: str) -> bool:
    """Whether the function's type allows what the row says: as far as that shows whether it is the intrinsic's."""
    parameters = function.function_type.parameters
    for part in row.split("; "):
        place, _, words = part.partition(" ")
        if place in _PLACES:
            continue
        number = int(place)
        if number >= len(parameters):
            return False
        if not parameters[number].is_pointer_or_vector:
            for word in words.split():
                if word.partition("=")[0] in _OF_POINTERS:
                    return False
    return True
