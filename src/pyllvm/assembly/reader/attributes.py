"""Attributes from text: single ones, the sets of parameters, results and functions, and attribute groups."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.attribute_words import AttributeWords
from pyllvm.assembly.reader.numbers import integer_value
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.ir.attributes import EMPTY_SET, Attribute, AttributeList, AttributeSet, attribute_of_kind, memory_attribute
from pyllvm.ir.types import IntegerType, Type
from pyllvm.tables import misplaced_attributes
from pyllvm.tables.attributes import (
    FUNCTION,
    KIND_OF_WORD,
    MEMORY_SINCE,
    MEMORY_WORDS,
    NO_ELEMENT_COUNT,
    PARAMETER,
    RETURN,
    TYPE,
)

_PLACE_NAMES: Final = {FUNCTION: "functions", PARAMETER: "parameters", RETURN: "return values"}
_MAXIMUM_ALIGNMENT: Final = 1 << 32

_UNREPLACED_ON_PARAMETERS: Final = ("readnone", "readonly", "writeonly")
CAPTURES_INSTEAD_SINCE: Final = 21


@final
class AttributeItem:
    """An attribute as it stands in a list, with its place; or the number of a group (`attribute` is None)."""

    __slots__ = ("attribute", "group", "start")

    def __init__(self, attribute: Attribute | None, start: int, group: int = -1) -> None:
        self.attribute = attribute
        self.group = group
        self.start = start


@final
class GroupUser:
    """A function, call or global variable whose attribute groups are not known yet."""

    __slots__ = ("groups", "target")

    def __init__(self, target: object, groups: tuple[int, ...]) -> None:
        self.target = target
        self.groups = groups


@final
class AttributeBuilder:
    """Makes attributes; keeps the groups."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.groups: dict[int, list[Attribute]] = {}
        self._plain: dict[bytes, Attribute] = {}
        self._single_sets: dict[Attribute, AttributeSet] = {}
        self._sets: dict[tuple[Attribute, ...], AttributeSet] = {}
        self._lists: dict[object, AttributeList] = {}

    # --- single attributes

    def enum(self, word: bytes, start: int, after: int) -> AttributeItem:
        found = self._plain.get(word)
        if found is None:
            text = word.decode()
            state = self.state
            kind = KIND_OF_WORD.get(text)
            if kind is None:
                state.error(start, "expected attribute")
            state.needs(start, f"'{text}'", kind.since)
            if text == "nocapture" and state.version >= CAPTURES_INSTEAD_SINCE:
                found = Attribute.of_integer("captures", 0)
            elif text in ("memory", "nofpclass", "captures", "allockind"):
                state.error(after, "expected '('")
            else:
                found = attribute_of_kind(kind)
            self._plain[word] = found
        return AttributeItem(found, start)

    def bare_type(self, word: bytes, start: int, after: int) -> AttributeItem:
        """`byval` and its like without a type, which they once did not take."""
        text = word.decode()
        kind = KIND_OF_WORD[text]
        state = self.state
        last = {"byval": 11, "sret": 11, "inalloca": 12}.get(text, 0)
        if state.version > last:
            # A bare `byval` is LLVM 8's language, although the parsers up to 11 take it.
            if not state.version_is_fixed and last:
                state.ends(start, f"'{text}' without a type", 8)
            state.error(after, "expected '('")
        return AttributeItem(Attribute(kind), start)

    def of_type(self, word: bytes, type: Type, start: int) -> AttributeItem:
        text = word.decode()
        kind = KIND_OF_WORD[text]
        if kind.payload_since:
            self.state.needs(start, f"'{text}' with a type", kind.payload_since)
        else:
            self.state.needs(start, f"'{text}'", kind.since)
        return AttributeItem(Attribute(kind, type=type), start)

    def integer(self, word: bytes, digits: bytes, start: int, value_start: int) -> AttributeItem:
        """`align(8)`, `dereferenceable(16)`, `alignstack(4)`, `allocsize(0)`, `vscale_range(2)`."""
        text = word.decode()
        state = self.state
        if not digits.isdigit():
            state.error(value_start, "expected integer")
        value = integer_value(digits)
        if value >> 64:
            state.error(value_start, "expected 64-bit integer (too large)" if state.version < 19 else "expected integer")
        if text == "align":
            if value & (value - 1) or value == 0:
                state.error(value_start, "alignment is not a power of two")
            if value > _MAXIMUM_ALIGNMENT:
                state.error(value_start, "huge alignments are not supported yet")
        elif text == "alignstack":
            if value & (value - 1) or value == 0:
                state.error(value_start, "stack alignment is not a power of two")
        elif text == "allocsize":
            value = value << 32 | NO_ELEMENT_COUNT
        elif text == "vscale_range":
            state.needs(start, "'vscale_range'", KIND_OF_WORD[text].since)
            value = value << 32 | value
        elif value == 0:
            state.error(value_start, "dereferenceable bytes must be non-zero")
        return AttributeItem(Attribute(KIND_OF_WORD[text], integer=value), start)

    def grouped_alignment(self, word: bytes, digits: bytes, start: int, value_start: int) -> AttributeItem:
        """`align=8`, `alignstack=16` of an attribute group: what is no power of two becomes the one below it."""
        if not digits.isdigit():
            self.state.error(value_start, "expected integer")
        value = integer_value(digits)
        if value >> 32:
            self.state.error(value_start, "expected 32-bit integer (too large)")
        power = 1 << (value.bit_length() - 1) if value else 1
        return AttributeItem(Attribute(KIND_OF_WORD[word.decode()], integer=power), start)

    def pair(self, word: bytes, first: bytes, second: bytes, start: int, second_start: int) -> AttributeItem:
        text = word.decode()
        one = integer_value(first)
        other = integer_value(second)
        if text == "allocsize":
            if one == other:
                self.state.error(second_start, "'allocsize' indices can't refer to the same parameter")
        else:
            self.state.needs(start, "'vscale_range'", KIND_OF_WORD[text].since)
        return AttributeItem(Attribute(KIND_OF_WORD[text], integer=(one & 0xFFFFFFFF) << 32 | (other & 0xFFFFFFFF)), start)

    def words(self, word: bytes, start: int, words_start: int, end: int) -> AttributeItem:
        """`memory(...)`, `nofpclass(...)`, `captures(...)`, `uwtable(...)`, `allockind(...)`; `end` is where they close."""
        state = self.state
        text = state.data[start:end]
        found = self._plain.get(text)
        if found is None:
            kind = KIND_OF_WORD[word.decode()]
            if kind.word == "uwtable":
                state.needs(start, "'uwtable' with a kind", kind.payload_since)
            else:
                state.needs(start, f"'{kind.word}'", kind.since)
            found = Attribute(kind, integer=AttributeWords(state, words_start).value(kind.word))
            self._plain[text] = found
        return AttributeItem(found, start)

    def range(self, word: bytes, type: Type, low: bytes, high: bytes, start: int, type_start: int, end: int) -> AttributeItem:
        text = word.decode()
        state = self.state
        state.needs(start, f"'{text}'", KIND_OF_WORD[text].since)
        if not isinstance(type, IntegerType):
            state.error(type_start, "the range must have integer type!")
        bounds = (_signed(low, type.width), _signed(high, type.width))
        if bounds[0] == bounds[1]:
            if state.version < 20:
                state.error(end, "the range should not represent the full or empty set!")
            if bounds[0] != 0:
                state.error(end, "the range represent the empty set but limits aren't 0!")
        return AttributeItem(Attribute(KIND_OF_WORD[text], bit_width=type.width, ranges=(bounds,)), start)

    def range_list(self, word: bytes, ranges: object, start: int) -> AttributeItem:
        text = word.decode()
        self.state.needs(start, f"'{text}'", KIND_OF_WORD[text].since)
        assert isinstance(ranges, list)
        bounds: list[tuple[int, int]] = []
        for one in ranges:
            assert isinstance(one, tuple)
            low, high = _signed(one[0], 64), _signed(one[1], 64)
            if low == high:
                self.state.error(start, "the range should not represent the full or empty set!")
            if low > high or (bounds and bounds[-1][1] >= low):
                self.state.error(start, "Invalid (unordered or overlapping) range list")
            bounds.append((low, high))
        return AttributeItem(Attribute(KIND_OF_WORD[text], bit_width=64, ranges=tuple(bounds)), start)

    def string(self, key: bytes, value: bytes, start: int) -> AttributeItem:
        return AttributeItem(Attribute(None, text_of_bytes(key), text_of_bytes(value)), start)

    # --- sets and lists

    def placed_set(self, items: list[object] | None, place: int, is_argument: bool = False) -> AttributeSet:
        """The set of a parameter or return value; `is_argument` where the parameter is a call's argument."""
        if items is None:
            return EMPTY_SET
        version = self.state.version
        if len(items) == 1:
            item = items[0]
            assert isinstance(item, AttributeItem)
            attribute = item.attribute
            if attribute is not None:
                found = self._single_sets.get(attribute)
                if found is not None and (attribute.kind is None or attribute.kind.places(version) & place):
                    return found
        attributes: list[Attribute] = []
        for item in items:
            assert isinstance(item, AttributeItem)
            attribute = item.attribute
            if attribute is None:
                self.state.error(item.start, "expected type" if place == RETURN else "expected value token")
            kind = attribute.kind
            if kind is not None and not kind.places(version) & place:
                self.state.error(item.start, self._misplaced(kind.word, place, is_argument))
            attributes.append(attribute)
        made = self.set_of(attributes)
        if len(attributes) == 1:
            self._single_sets[attributes[0]] = made
        return made

    def _misplaced(self, word: str, place: int, is_argument: bool = False) -> str:
        """The message for an attribute that does not apply to that place."""
        if self.state.version > misplaced_attributes.OWN_WORDS_UNTIL:
            return f"this attribute does not apply to {_PLACE_NAMES[place]}"
        if place == PARAMETER:
            return misplaced_attributes.message_on_parameter(word, is_argument)
        if place == RETURN:
            return misplaced_attributes.message_on_return_value(word)
        return misplaced_attributes.message_on_function(word)

    def set_of(self, attributes: list[Attribute]) -> AttributeSet:
        key = tuple(attributes)
        found = self._sets.get(key)
        if found is None:
            found = AttributeSet(attributes)
            self._sets[key] = found
        return found

    def function_attributes(self, items: list[object] | None, groups: list[int], is_group: bool = False) -> list[Attribute]:
        """The attributes of a function, call or global variable that stand in its own list; group numbers go to `groups`.

        `is_group` where the list is that of an attribute group, of which old LLVMs drop what does not apply to functions.
        """
        attributes: list[Attribute] = []
        if items is None:
            return attributes
        state = self.state
        memory: list[str] = []
        for item in items:
            assert isinstance(item, AttributeItem)
            attribute = item.attribute
            if attribute is None:
                groups.append(item.group)
                continue
            kind = attribute.kind
            if kind is not None:
                if kind.word in MEMORY_WORDS and state.version >= MEMORY_SINCE:
                    memory.append(kind.word)
                    continue
                if kind.word != "align" and not kind.places(state.version) & FUNCTION:
                    if is_group and state.version <= misplaced_attributes.OWN_WORDS_UNTIL:
                        continue
                    state.error(item.start, self._misplaced(kind.word, FUNCTION))
            attributes.append(attribute)
        if memory:
            attributes.append(memory_attribute(memory, state.version))
        return attributes

    def list_of(
        self, function: AttributeSet, returned: AttributeSet, parameters: tuple[AttributeSet, ...]
    ) -> AttributeList | None:
        """The list of these sets; None where all are empty."""
        key = (function, returned, parameters)
        found = self._lists.get(key)
        if found is None:
            found = AttributeList.of_sets(function, returned, parameters)
            self._lists[key] = found
        return found if found else None

    # --- groups

    def define_group(self, number: int, items: list[object] | None, start: int) -> None:
        groups: list[int] = []
        for item in items or []:
            assert isinstance(item, AttributeItem)
            if item.attribute is None:
                self.state.error(item.start, "cannot have an attribute group reference in an attribute group")
        attributes = self.function_attributes(items, groups, True)
        if not attributes:
            self.state.error(start, "attribute group has no attributes")
        # Of a group that is defined twice the second definition counts.
        self.groups[number] = attributes

    def grouped(self, own: list[Attribute], groups: tuple[int, ...]) -> list[Attribute]:
        """A function's own attributes and those of its groups."""
        attributes = list(own)
        for number in groups:
            attributes.extend(self.groups.get(number, []))
        return attributes


def _signed(text: object, width: int) -> int:
    assert isinstance(text, bytes)
    value = integer_value(text) & ((1 << width) - 1)
    return value - (1 << width) if value >> (width - 1) else value


def alignment_taken(attributes: list[Attribute]) -> tuple[int, list[Attribute]]:
    """The alignment among a function's attributes (0: none), and the others."""
    for attribute in attributes:
        if attribute.kind is not None and attribute.kind.word == "align":
            return attribute.integer, [other for other in attributes if other.kind is None or other.kind.word != "align"]
    return 0, attributes


__all__ = ["TYPE", "AttributeBuilder", "AttributeItem", "GroupUser", "alignment_taken"]
