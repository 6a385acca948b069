"""Attributes in bitcode: PARAMATTR_GROUP records (each the set of one position) and PARAMATTR records (lists of groups).

GRP_CODE_ENTRY  [group id, place, (0, kind | 1, kind, integer | 3, key..., 0 | 4, key..., 0, value..., 0 |
                 5, kind | 6, kind, type | 7, kind, range | 8, kind, count, bit width, range...)...]
CODE_ENTRY      [group id...]
CODE_ENTRY_OLD  [place, bitmap, place, bitmap...]       up to LLVM 3.2
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.attributes import FUNCTION_INDEX, Attribute, AttributeList, AttributeSet, attribute_of_kind
from pyllvm.ir.constants import signed
from pyllvm.schema.integers import rotated, unrotated
from pyllvm.schema.text import quoted
from pyllvm.tables.attributes import (
    ALL_FLOATING_POINT_CLASSES,
    BOTH_TARGET_MEMORIES_SINCE,
    ENUM_FORM,
    ERRNO_MEMORY_SINCE,
    FLOATING_POINT_MASK,
    INTEGER,
    INTEGER_FORM,
    KEY_AND_VALUE_FORM,
    KEY_FORM,
    KIND_OF_NUMBER,
    KIND_OF_WORD,
    MEMORY_EFFECTS,
    MEMORY_LAYOUT_MARK,
    MEMORY_LOCATIONS,
    MEMORY_OTHER_BIT,
    MEMORY_OTHER_BIT_TO_20,
    MEMORY_TARGET_MARK,
    NONE,
    OLD_BITS,
    OLD_STACK_ALIGNMENT_BIT,
    RANGE,
    RANGE_FORM,
    RANGE_LIST,
    RANGE_LIST_FORM,
    TARGET_MEMORY_SINCE,
    TYPE,
    TYPE_FORM,
    TYPELESS_FORM,
    UNWIND_TABLE_ASYNC,
    UNWIND_TABLE_KIND,
    AttributeKind,
)

if TYPE_CHECKING:
    from pyllvm.ir.types import Type


_MASK: Final = 0xFFFFFFFFFFFFFFFF
_UNSIGNED: Final = 0xFFFFFFFF
# The largest bit width that is accepted in a range list: a group cannot hold more words than it has operands.
_MAX_BIT_WIDTH: Final = 1 << 24
# Attributes that a value of zero does not set. LLVM's writer never writes it; others do.
_ABSENT_IF_ZERO: Final = frozenset(
    ("align", "alignstack", "dereferenceable", "dereferenceable_or_null", "nofpclass", "vscale_range")
)
_PAYLOAD_OF_FORM: Final[dict[int, int]] = {
    INTEGER_FORM: INTEGER,
    TYPELESS_FORM: TYPE,
    TYPE_FORM: TYPE,
    RANGE_FORM: RANGE,
    RANGE_LIST_FORM: RANGE_LIST,
}
# The bits of `memory`: two for each location, and the marks of its layouts.
_KNOWN_EFFECTS: Final[int] = (4 << max([bit for _, bit, _ in MEMORY_LOCATIONS])) - 1 | MEMORY_LAYOUT_MARK | MEMORY_TARGET_MARK
_ALIGNMENTS: Final = frozenset(("align", "alignstack"))


@final
class UnknownAttribute:
    """An attribute of a group whose number, form or value is not known. `name` is its name in messages."""

    def __init__(self, number: int, place: int, has_type: bool, name: str = "") -> None:
        self.number: Final = number
        self.place: Final = place
        self.has_type: Final = has_type
        self.name: Final = name or f"unknown attribute {number}"

    @property
    def is_part_of_the_call(self) -> bool:
        """Whether it may say how a value is passed, as each known attribute does that names a type."""
        return self.has_type and self.place != FUNCTION_INDEX

    def __str__(self) -> str:
        return self.name

    def where(self) -> str:
        """Where a function or call has it: "parameter 1", counted from 1."""
        return f"parameter {self.place}" if self.place else "the result"


def decode_group(
    record: list[int],
    type_of: Callable[[int], Type | None],
    version: int,
    unknown: list[UnknownAttribute],
    *,
    is_tolerant: bool = False,
) -> tuple[int, int, AttributeSet]:
    """Decode a GRP_CODE_ENTRY record: the group's id, its position, and its attributes.

    `type_of` returns the type of a type id (None for an unknown id). Attributes that LLVM `version` does not know are added to
    `unknown`, and left out; if the caller `is_tolerant`, so are known attributes of unknown forms. Raises PyllvmError if the
    record is malformed.
    """
    if len(record) < 3:
        raise _error("Invalid grp record")
    attributes: list[Attribute] = []
    at = 2
    end = len(record)
    while at < end:
        shape = record[at]
        at += 1
        if shape in (KEY_FORM, KEY_AND_VALUE_FORM):
            key, at = _read_string(record, at)
            text = ""
            if shape == KEY_AND_VALUE_FORM:
                text, at = _read_string(record, at)
            attributes.append(Attribute(None, key, text))
            continue
        if shape > RANGE_LIST_FORM and is_tolerant:
            # Its end, and what follows it, cannot be found.
            unknown.append(UnknownAttribute(shape, record[1], True, f"attributes from one of unknown form {shape} on"))
            break
        if shape > RANGE_LIST_FORM or shape == 2 or at >= end:
            raise _error("Invalid attribute group entry")
        number = record[at]
        at += 1
        kind = KIND_OF_NUMBER.get(number)
        if kind is None or kind.since > version:
            kind = None
            unknown.append(UnknownAttribute(number, record[1], shape == TYPELESS_FORM or shape == TYPE_FORM))
        elif is_tolerant and not _is_known_form(kind, shape, record[at] if at < end else 0, version):
            unknown.append(UnknownAttribute(number, record[1], kind.payload == TYPE, f"unknown form of '{kind.word}'"))
            kind = None
        at = _add_attribute(attributes, record, at, kind, type_of)
    return record[0] & _UNSIGNED, record[1] & _UNSIGNED, AttributeSet(attributes)


def _add_attribute(
    attributes: list[Attribute], record: list[int], at: int, kind: AttributeKind | None, type_of: Callable[[int], Type | None]
) -> int:
    """Decode the value of an attribute of this kind, and add the attribute unless the kind is unknown. Returns where it ends."""
    end = len(record)
    shape = record[at - 2]
    if shape == ENUM_FORM:
        if kind is not None:
            # Attributes that once took no value (byval, uwtable) and now take one.
            if kind.payload != NONE and kind.payload_since == 0:
                raise _error("Not an enum attribute")
            attributes.append(attribute_of_kind(kind))
    elif shape == INTEGER_FORM:
        if at >= end:
            raise _error("Invalid attribute group entry")
        if kind is not None:
            if kind.payload != INTEGER:
                raise _error("Not an int attribute")
            value = record[at]
            if kind.word in _ALIGNMENTS:
                value &= _UNSIGNED  # as in LLVM's reader: an alignment of 2^32 is none
            integer = _integer_from_record(kind, value)
            if (value and integer) or kind.word not in _ABSENT_IF_ZERO:
                attributes.append(Attribute(kind, integer=integer))
        at += 1
    elif shape in (TYPELESS_FORM, TYPE_FORM):
        type: Type | None = None
        if kind is not None and kind.payload != TYPE:
            raise _error("Not a type attribute")
        if shape == TYPE_FORM:
            if at >= end:
                raise _error("Invalid attribute group entry")
            type = type_of(record[at])
            at += 1
            if type is None:
                raise _error("Invalid type for value")
        if kind is not None:
            attributes.append(Attribute(kind, type=type))
    else:
        if shape == RANGE_FORM:
            if kind is not None and kind.payload != RANGE:
                raise _error("Not a ConstantRange attribute")
            if at >= end:
                raise _error("Too few records for range")
            width = record[at]
            low, high, at = _read_range(record, at + 1, width)
            ranges = [(low, high)]
        else:
            if kind is not None and kind.payload != RANGE_LIST:
                raise _error("Not a constant range list attribute")
            width, ranges, at = _read_ranges(record, at)
        if kind is not None:
            attributes.append(Attribute(kind, bit_width=width, ranges=tuple(ranges)))
    return at


def _is_known_form(kind: AttributeKind, shape: int, value: int, version: int) -> bool:
    """Whether LLVM `version` knows an attribute in this form; `value` is the operand behind its number."""
    if shape == ENUM_FORM:
        return kind.payload == NONE or kind.payload_since > 0
    if kind.payload != _PAYLOAD_OF_FORM.get(shape) or kind.payload_since > version:
        return False
    # Without the effects on a location that is not known, a function would have fewer effects than it has.
    return kind.grammar != MEMORY_EFFECTS or value & ~_KNOWN_EFFECTS == 0


def encode_group(group: int, place: int, attributes: AttributeSet, version: int, type_id: Callable[[Type], int]) -> list[int]:
    """The GRP_CODE_ENTRY record that LLVM `version` writes for the set."""
    record = [group, place]
    for attribute in attributes.ordered(version):
        kind = attribute.kind
        if kind is None:
            record.append(KEY_AND_VALUE_FORM if attribute.value else KEY_FORM)
            _append_string(record, attribute.key)
            if attribute.value:
                _append_string(record, attribute.value)
            continue
        payload = kind.payload_in(version)
        number = kind.number
        if payload == NONE:
            record.append(ENUM_FORM)
            record.append(number)
        elif payload == INTEGER:
            record.append(INTEGER_FORM)
            record.append(number)
            record.append(_integer_to_record(kind, attribute.integer, version))
        elif payload == TYPE:
            type = attribute.type
            record.append(TYPELESS_FORM if type is None else TYPE_FORM)
            record.append(number)
            if type is not None:
                record.append(type_id(type))
        elif payload == RANGE:
            record.append(RANGE_FORM)
            record.append(number)
            record.append(attribute.bit_width)
            low, high = attribute.ranges[0]
            _append_range(record, attribute.bit_width, low, high)
        else:
            record.append(RANGE_LIST_FORM)
            record.append(number)
            record.append(len(attribute.ranges))
            record.append(attribute.bit_width)
            for low, high in attribute.ranges:
                _append_range(record, attribute.bit_width, low, high)
    return record


def decode_list(record: list[int], groups: dict[int, tuple[int, AttributeSet]]) -> AttributeList:
    """A CODE_ENTRY record: the list of its groups, which `groups` maps from id to position and set; unknown ids are skipped."""
    sets: list[tuple[int, AttributeSet]] = []
    for group in record:
        found = groups.get(group & _UNSIGNED)
        if found is not None:
            sets.append(found)
    return AttributeList.of_indexed(sets)


def decode_old_list(record: list[int]) -> AttributeList:
    """A CODE_ENTRY_OLD record: positions, each with a bitmap of attributes."""
    if len(record) % 2:
        raise _error("Invalid record")
    sets: list[tuple[int, AttributeSet]] = []
    for at in range(0, len(record), 2):
        sets.append((record[at] & _UNSIGNED, decode_bitmap(record[at + 1])))
    return AttributeList.of_indexed(sets)


def decode_bitmap(encoded: int) -> AttributeSet:
    """The attributes of a bitmap: bits 16 to 31 hold the alignment itself, and the bits above are shifted up by 11."""
    attributes: list[Attribute] = []
    alignment = encoded >> 16 & 0xFFFF
    if alignment:
        if alignment & (alignment - 1):
            raise _error("Invalid record")
        attributes.append(Attribute(KIND_OF_WORD["align"], integer=alignment))
    bits = (encoded & 0xFFFFF << 32) >> 11 | encoded & 0xFFFF
    stack_alignment = bits >> OLD_STACK_ALIGNMENT_BIT & 7
    if stack_alignment:
        attributes.append(Attribute(KIND_OF_WORD["alignstack"], integer=1 << (stack_alignment - 1)))
    for word, bit in OLD_BITS:
        if bits >> bit & 1:
            attributes.append(attribute_of_kind(KIND_OF_WORD[word]))
    return AttributeSet(attributes)


def _error(message: str) -> PyllvmError:
    return PyllvmError(Diagnostic("error", message))


def _read_string(record: list[int], at: int) -> tuple[str, int]:
    """A string that ends with 0, and the position after it."""
    start = at
    end = len(record)
    while at < end and record[at] != 0:
        at += 1
    if at == end:
        # LLVM reads on behind the record.
        raise _error("Invalid attribute group entry")
    # LLVM writes the characters sign-extended.
    text = bytes([operand & 0xFF for operand in record[start:at]])
    return text.decode("utf-8", "surrogateescape"), at + 1


def _append_string(record: list[int], text: str) -> None:
    if "\0" in text:
        # LLVM writes a file that it cannot read.
        raise _error(f"bitcode cannot hold an attribute that contains a NUL character: {quoted(text)}")
    for byte in text.encode("utf-8", "surrogateescape"):
        record.append(byte if byte < 0x80 else byte - 0x100 & _MASK)
    record.append(0)


def _integer_from_record(kind: AttributeKind, value: int) -> int:
    """The value in the layout of the newest version."""
    if kind.grammar == MEMORY_EFFECTS:
        if value & (MEMORY_LAYOUT_MARK | MEMORY_TARGET_MARK):
            return value & (MEMORY_LAYOUT_MARK - 1)
        other = value >> MEMORY_OTHER_BIT_TO_20 & 3
        return value & 0x3F | other << MEMORY_OTHER_BIT
    if kind.grammar == FLOATING_POINT_MASK:
        return value & ALL_FLOATING_POINT_CLASSES
    if value & (value - 1) and kind.word in _ALIGNMENTS:
        return 1 << (value.bit_length() - 1)  # LLVM keeps the logarithm
    return value


def _integer_to_record(kind: AttributeKind, value: int, version: int) -> int:
    """The value in the layout of this version."""
    if kind.grammar == MEMORY_EFFECTS:
        if version >= BOTH_TARGET_MEMORIES_SINCE:
            return value | MEMORY_TARGET_MARK
        if version >= TARGET_MEMORY_SINCE:
            return value | MEMORY_LAYOUT_MARK
        if version >= ERRNO_MEMORY_SINCE:
            return value & 0xFF | MEMORY_LAYOUT_MARK
        return value & 0xF | (value >> MEMORY_OTHER_BIT & 3) << MEMORY_OTHER_BIT_TO_20
    if kind.grammar == UNWIND_TABLE_KIND and value == 0:
        return UNWIND_TABLE_ASYNC
    return value


def _read_ranges(record: list[int], at: int) -> tuple[int, list[tuple[int, int]], int]:
    """The width of the ranges in a list, the ranges, and where the list ends."""
    if at + 2 > len(record):
        raise _error("Too few records for constant range list")
    count = record[at]
    width = record[at + 1]
    at += 2
    ranges: list[tuple[int, int]] = []
    for _ in range(count):
        low, high, at = _read_range(record, at, width)
        if low >= high or (ranges and low <= ranges[-1][1]):
            raise _error("Invalid (unordered or overlapping) range list")
        ranges.append((low, high))
    return width, ranges, at


def _read_range(record: list[int], at: int, width: int) -> tuple[int, int, int]:
    """The bounds of a range as signed numbers, and the position after them."""
    if not 0 < width < _MAX_BIT_WIDTH or len(record) - at < 2:
        raise _error("Too few records for range")
    if width <= 64:
        return signed(unrotated(record[at]), width), signed(unrotated(record[at + 1]), width), at + 2
    low_words = record[at] & 0xFFFFFFFF
    high_words = record[at] >> 32
    at += 1
    if len(record) - at < low_words + high_words:
        raise _error("Too few records for range")
    low = _read_wide(record, at, low_words, width)
    high = _read_wide(record, at + low_words, high_words, width)
    return low, high, at + low_words + high_words


def _read_wide(record: list[int], at: int, words: int, width: int) -> int:
    count = min(words, (width + 63) // 64)
    data = b"".join([(unrotated(word) & _MASK).to_bytes(8, "little") for word in record[at : at + count]])
    return signed(int.from_bytes(data, "little"), width)


def _append_range(record: list[int], width: int, low: int, high: int) -> None:
    if width <= 64:
        record.append(rotated(signed(low, 64)))
        record.append(rotated(signed(high, 64)))
        return
    low_words = _active_words(low, width)
    high_words = _active_words(high, width)
    record.append(len(low_words) | len(high_words) << 32)
    for word in low_words:
        record.append(rotated(signed(word, 64)))
    for word in high_words:
        record.append(rotated(signed(word, 64)))


def _active_words(value: int, width: int) -> list[int]:
    """The 64-bit words of a number of that width without leading zero words, but at least one word."""
    value &= (1 << width) - 1
    words = [value & _MASK]
    value >>= 64
    while value:
        words.append(value & _MASK)
        value >>= 64
    return words
