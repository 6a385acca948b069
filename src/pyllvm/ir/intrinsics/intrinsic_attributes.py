"""The attributes and types of intrinsics: LLVM knows them itself and gives them to every declaration."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import FIRST_PARAMETER_INDEX, FUNCTION_INDEX, RETURN_INDEX, Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import signed
from pyllvm.ir.function import Function
from pyllvm.ir.types import FunctionType, IntegerType, Type
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.intrinsic_versions import SIGNATURE_CHECKED_SINCE

_PLACES: Final[dict[str, int]] = {"function": FUNCTION_INDEX, "return": RETURN_INDEX}
_WIDEST: Final = 64


class _Row:
    """The attribute sets of one row of the table, for a function and each of its parameters."""

    def __init__(self, row: str) -> None:
        self.parameter_count = 0
        self.depends_on_types = "range=" in row
        self.row = row
        self._list: AttributeList | None = None
        for part in row.split("; "):
            place = part.partition(" ")[0]
            if place and place not in _PLACES:
                self.parameter_count = max(self.parameter_count, int(place) + 1)

    def attributes_for(self, type: FunctionType) -> AttributeList:
        """The row as the attributes of a function of this type."""
        if self.depends_on_types or self.parameter_count > len(type.parameters):
            return _attribute_list(self.row, type)
        known = self._list
        if known is None:
            known = _attribute_list(self.row, type)
            self._list = known
        return known


_rows: Final[dict[str, _Row]] = {}


def intrinsic_attributes(name: str, version: int, type: FunctionType) -> AttributeList | None:
    """The attributes that LLVM `version` gives the intrinsic with this name; None if it has no such intrinsic."""
    # Small modules have no intrinsics.
    from pyllvm.ir.intrinsics.signatures import signature
    from pyllvm.tables.intrinsics import intrinsic_attribute_row

    text = intrinsic_attribute_row(name, version)
    if text is None:
        return None
    row = _rows.get(text)
    if row is None:
        row = _Row(text)
        _rows[text] = row
    if version >= SIGNATURE_CHECKED_SINCE:
        known = signature(name, version)
        if known is not None and known.match(type).mismatch:
            return None
    return row.attributes_for(type)


def set_intrinsic_attributes(function: Function, version: int) -> None:
    """If the function is an intrinsic, give it the attributes that LLVM `version` gives it."""
    if not function.is_intrinsic:
        return
    attributes = intrinsic_attributes(function.name, version, function.function_type)
    if attributes is not None:
        function.attributes = attributes


def _attribute_list(row: str, function_type: FunctionType) -> AttributeList:
    sets: list[tuple[int, AttributeSet]] = []
    if row:
        for part in row.split("; "):
            place, _, words = part.partition(" ")
            index = _PLACES.get(place, -1)
            type: Type | None = None
            if index == RETURN_INDEX:
                type = function_type.return_type
            elif index < 0:
                number = int(place)
                # LLVM also sets attributes of parameters that the declaration lacks; the verifier then reports them.
                if number < len(function_type.parameters):
                    type = function_type.parameters[number]
                index = number + FIRST_PARAMETER_INDEX
            sets.append((index, AttributeSet([_attribute(word, type) for word in words.split()])))
    return AttributeList.of_indexed(sets)


def _attribute(text: str, type: Type | None) -> Attribute:
    word, _, value = text.partition("=")
    kind = KIND_OF_WORD[word]
    if ":" in value:
        # A range has the width of the type that it is attached to.
        scalar = None if type is None else type.scalar_type
        width = scalar.width if isinstance(scalar, IntegerType) else _WIDEST
        low, _, high = value.partition(":")
        return Attribute(kind, bit_width=width, ranges=((signed(int(low), width), signed(int(high), width)),))
    return Attribute(kind, integer=int(value)) if value else Attribute(kind)
