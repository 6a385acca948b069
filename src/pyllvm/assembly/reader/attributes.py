"""Parses attributes: single ones, the sets of parameters, results and functions, and attribute groups."""

from __future__ import annotations

from typing import Final, NoReturn, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.attribute_words import AttributeWords
from pyllvm.assembly.reader.numbers import integer_value, unsigned_value
from pyllvm.assembly.reader.properties import maximum_alignment
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.ir.attributes import EMPTY_SET, Attribute, AttributeList, AttributeSet, attribute_of_kind, memory_attribute
from pyllvm.ir.constants import signed
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import IntegerType, Type
from pyllvm.schema.integers import number_of_digits
from pyllvm.tables import misplaced_attributes
from pyllvm.tables.attributes import (
    ALIGNMENT,
    ELEMENT_SIZES,
    FUNCTION,
    KIND_OF_WORD,
    MEMORY_SINCE,
    MEMORY_WORDS,
    NO_ELEMENT_COUNT,
    OPTIONAL_SIZE,
    PARAMETER,
    RETURN,
    UNWIND_TABLE_KIND,
    VSCALE_LIMITS,
    WORDS,
    AttributeKind,
)
from pyllvm.tables.text_versions import BYTE_COUNT_SINCE, CAPTURES_INSTEAD_SINCE, FULL_RANGES_SINCE

_POSITION_NAMES: Final = {FUNCTION: "functions", PARAMETER: "parameters", RETURN: "return values"}


# How the value of an attribute is written: there is none, after `=`, or otherwise. Only groups have `=`. An old word for an
# attribute with a value is read at any place; the verifier reports it.
_NO_VALUE: Final = 0
_AFTER_EQUALS: Final = 1
_OTHER_VALUE: Final = 2
_OLD_WORD: Final = 3
_ALIGNMENTS: Final = frozenset(("align", "alignstack"))


@final
class AttributeItem:
    """An attribute in a list with its position, or the number of a group (`attribute` is None).

    `problem` is what is wrong with its value, and the position, where a list may be wrong first.
    """

    __slots__ = ("attribute", "form", "group", "problem", "start")

    def __init__(self, attribute: Attribute | None, start: int, group: int = -1, form: int = _NO_VALUE) -> None:
        self.attribute = attribute
        self.group = group
        self.start = start
        self.form = form
        self.problem: tuple[int, str] | None = None


@final
class GroupUser:
    """A function, call or global variable whose attribute groups are not known yet."""

    __slots__ = ("groups", "target")

    def __init__(self, target: object, groups: tuple[int, ...]) -> None:
        self.target = target
        self.groups = groups


@final
class AttributeBuilder:
    """Creates attributes and stores the groups."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.group_users: list[GroupUser] = []
        self.groups: dict[int, list[Attribute]] = {}
        self._plain: dict[bytes, Attribute] = {}
        self._single_sets: dict[Attribute, AttributeSet] = {}
        self._sets: dict[tuple[Attribute, ...], AttributeSet] = {}
        self._lists: dict[object, AttributeList] = {}

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        if action == a.ENUM_ATTRIBUTE:
            return self._enum(stack.bytes_at(base + c.ENUM_ATTRIBUTE_WORD), starts[base], self.state.ahead)
        if action == a.ATTRIBUTE_GROUP_REFERENCE:
            return AttributeItem(None, starts[base], number_of_digits(stack.bytes_at(base + c.ATTRIBUTE_GROUP_REFERENCE_NUMBER)))
        if action == a.INTEGER_ATTRIBUTE_BARE:
            return self._integer(
                stack.bytes_at(base + c.INTEGER_ATTRIBUTE_BARE_WORD),
                stack.bytes_at(base + c.INTEGER_ATTRIBUTE_BARE_INTEGER),
                starts[base],
                starts[base + c.INTEGER_ATTRIBUTE_BARE_INTEGER],
            )
        if action == a.INTEGER_ATTRIBUTE_EQUALS:
            return self._grouped_alignment(
                stack.bytes_at(base + c.INTEGER_ATTRIBUTE_EQUALS_WORD),
                stack.bytes_at(base + c.INTEGER_ATTRIBUTE_EQUALS_INTEGER),
                starts[base],
                starts[base + c.INTEGER_ATTRIBUTE_EQUALS_INTEGER],
            )
        if action == a.INTEGER_ATTRIBUTE:
            # The error of an alignment is reported at its parenthesis.
            place = (
                starts[base + c.INTEGER_ATTRIBUTE_OPENING]
                if values[base + c.INTEGER_ATTRIBUTE_WORD] == b"align"
                else starts[base + c.INTEGER_ATTRIBUTE_INTEGER]
            )
            return self._integer(
                stack.bytes_at(base + c.INTEGER_ATTRIBUTE_WORD),
                stack.bytes_at(base + c.INTEGER_ATTRIBUTE_INTEGER),
                starts[base],
                place,
            )
        if action == a.TYPE_ATTRIBUTE:
            return self._of_type(
                stack.bytes_at(base + c.TYPE_ATTRIBUTE_WORD), stack.type_at(base + c.TYPE_ATTRIBUTE_TYPE), starts[base]
            )
        if action == a.BARE_TYPE_ATTRIBUTE:
            return self._bare_type(stack.bytes_at(base + c.BARE_TYPE_ATTRIBUTE_WORD), starts[base], self.state.ahead)
        if action == a.STRING_ATTRIBUTE:
            return self._string(stack.bytes_at(base + c.STRING_ATTRIBUTE_KEY), b"", starts[base])
        if action == a.STRING_ATTRIBUTE_VALUE:
            return self._string(
                stack.bytes_at(base + c.STRING_ATTRIBUTE_VALUE_KEY),
                stack.bytes_at(base + c.STRING_ATTRIBUTE_VALUE_VALUE),
                starts[base],
            )
        if action == a.PAIR_ATTRIBUTE:
            return self._pair(
                stack.bytes_at(base + c.PAIR_ATTRIBUTE_WORD),
                self._integer_32(stack.bytes_at(base + c.PAIR_ATTRIBUTE_FIRST), starts[base + c.PAIR_ATTRIBUTE_FIRST]),
                self._integer_32(stack.bytes_at(base + c.PAIR_ATTRIBUTE_SECOND), starts[base + c.PAIR_ATTRIBUTE_SECOND]),
                starts[base],
                starts[base + c.PAIR_ATTRIBUTE_SECOND],
            )
        if action == a.WORDS_ATTRIBUTE:
            return self._words(
                stack.bytes_at(base + c.WORDS_ATTRIBUTE_WORD),
                starts[base],
                starts[base + c.WORDS_ATTRIBUTE_WORDS],
                starts[base + c.WORDS_ATTRIBUTE_CLOSING],
            )
        if action == a.RANGE_ATTRIBUTE:
            return self._range(
                stack.bytes_at(base + c.RANGE_ATTRIBUTE_WORD),
                stack.type_at(base + c.RANGE_ATTRIBUTE_TYPE),
                stack.bytes_at(base + c.RANGE_ATTRIBUTE_LOW),
                stack.bytes_at(base + c.RANGE_ATTRIBUTE_HIGH),
                starts[base],
                starts[base + c.RANGE_ATTRIBUTE_TYPE],
                starts[base + c.RANGE_ATTRIBUTE_CLOSING],
            )
        if action == a.RANGE_LIST_ATTRIBUTE:
            return self._range_list(
                stack.bytes_at(base + c.RANGE_LIST_ATTRIBUTE_WORD), values[base + c.RANGE_LIST_ATTRIBUTE_RANGES], starts[base]
            )
        if action == a.RANGE:
            return (values[base + c.RANGE_LOW], values[base + c.RANGE_HIGH])
        if action == a.WORD_STRING or action == a.WORD_INTEGER:
            return values[base + c.ANY_WORD_WORD]
        if action == a.WORD_LABEL:
            return stack.bytes_at(base + c.WORD_LABEL_LABEL_STR) + b":"
        if action == a.WORD_COLON:
            return b":"
        assert action == a.ATTRIBUTE_GROUP
        self._define_group(
            number_of_digits(stack.bytes_at(base + c.ATTRIBUTE_GROUP_NUMBER)),
            stack.list_at(base + c.ATTRIBUTE_GROUP_ATTRIBUTES),
            starts[base],
        )
        return None

    def refuse_words(self, top: int) -> None:
        """Raise the error in an attribute's words; its parenthesis is the symbol before `top`."""
        stack = self.stack
        self._words(stack.bytes_at(top - 2), stack.starts[top - 2], stack.starts[top - 1] + 1, self.state.ahead)

    # --- single attributes

    def _enum(self, word: bytes, start: int, after: int) -> AttributeItem:
        found = self._plain.get(word)
        if found is None:
            text = word.decode()
            state = self.state
            kind = KIND_OF_WORD.get(text)
            if kind is None:
                state.error(start, "expected attribute")
            state.needs(start, f"'{text}'", kind.since)
            if text == "nocapture" and state.version >= CAPTURES_INSTEAD_SINCE:
                return AttributeItem(Attribute.of_integer("captures", 0), start, form=_OLD_WORD)
            if kind.grammar in WORDS and kind.grammar != UNWIND_TABLE_KIND:
                state.error(after, "expected '('")
            found = attribute_of_kind(kind)
            self._plain[word] = found
        return AttributeItem(found, start)

    def _bare_type(self, word: bytes, start: int, after: int) -> AttributeItem:
        """`byval` and its like without a type, which was once optional."""
        text = word.decode()
        kind = KIND_OF_WORD[text]
        state = self.state
        last = {"byval": 11, "sret": 11, "inalloca": 12}.get(text, 0)
        if state.version > last:
            # A `byval` without a type belongs to LLVM 8, although the parsers up to LLVM 11 accept it.
            if not state.version_is_fixed and last:
                state.ends(start, f"'{text}' without a type", 8)
            state.error(after, "expected '('")
        return AttributeItem(Attribute(kind), start)

    def _of_type(self, word: bytes, type: Type, start: int) -> AttributeItem:
        text = word.decode()
        kind = KIND_OF_WORD[text]
        if kind.payload_since:
            self.state.needs(start, f"'{text}' with a type", kind.payload_since)
        else:
            self.state.needs(start, f"'{text}'", kind.since)
        return AttributeItem(Attribute(kind, type=type), start, form=_OTHER_VALUE)

    def _integer_32(self, digits: bytes, start: int) -> int:
        value = unsigned_value(digits)
        if value < 0:
            self.state.error(start, "expected integer")
        if value >> 32:
            self.state.error(start, "expected 32-bit integer (too large)")
        return value

    def _integer(self, word: bytes, digits: bytes, start: int, value_start: int) -> AttributeItem:
        """`align(8)`, `dereferenceable(16)`, `alignstack(4)`, `allocsize(0)`, `vscale_range(2)`."""
        state = self.state
        kind = KIND_OF_WORD[word.decode()]
        if kind.grammar == OPTIONAL_SIZE:
            state.needs(start, f"'{kind.word}' with a size", kind.payload_since)
        value = unsigned_value(digits)
        if value < 0:
            state.error(value_start, "expected integer")
        if value >> 32 and (kind.word == "alignstack" or kind.grammar == ELEMENT_SIZES or kind.grammar == VSCALE_LIMITS):
            state.error(value_start, "expected 32-bit integer (too large)")
        if value >> 64 and kind.grammar != ALIGNMENT:
            # LLVM takes the largest number of 64 bits for a larger one.
            value = (1 << 64) - 1
        if kind.grammar == ALIGNMENT:
            item = AttributeItem(Attribute(kind, integer=value), start, form=_OTHER_VALUE)
            if value & (value - 1) or value == 0 or value >> 64:
                item.problem = value_start, "alignment is not a power of two"
            elif value > maximum_alignment(state.version):
                item.problem = value_start, "huge alignments are not supported yet"
            return item
        if kind.word == "alignstack":
            if value & (value - 1) or value == 0:
                state.error(value_start, "stack alignment is not a power of two")
        elif kind.grammar == ELEMENT_SIZES:
            value = value << 32 | NO_ELEMENT_COUNT
        elif kind.grammar == VSCALE_LIMITS:
            state.needs(start, f"'{kind.word}'", kind.since)
            value = value << 32 | value
        elif value == 0:
            subject = "byte count specified" if state.version >= BYTE_COUNT_SINCE else "dereferenceable bytes"
            state.error(value_start, f"{subject} must be non-zero")
        return AttributeItem(Attribute(kind, integer=value), start, form=_OTHER_VALUE)

    def _grouped_alignment(self, word: bytes, digits: bytes, start: int, value_start: int) -> AttributeItem:
        """`align=8`, `alignstack=16` of an attribute group: a number that is not a power of two is rounded down to one."""
        value = self._integer_32(digits, value_start)
        power = 1 << (value.bit_length() - 1) if value else 1
        return AttributeItem(Attribute(KIND_OF_WORD[word.decode()], integer=power), start, form=_AFTER_EQUALS)

    def _pair(self, word: bytes, one: int, other: int, start: int, second_start: int) -> AttributeItem:
        kind = KIND_OF_WORD[word.decode()]
        if kind.grammar == ELEMENT_SIZES:
            if one == other:
                self.state.error(second_start, "'allocsize' indices can't refer to the same parameter")
        else:
            self.state.needs(start, f"'{kind.word}'", kind.since)
        return AttributeItem(Attribute(kind, integer=one << 32 | other), start)

    def _words(self, word: bytes, start: int, words_start: int, end: int) -> AttributeItem:
        """`memory(...)`, `nofpclass(...)`, `captures(...)`, `uwtable(...)`, `allockind(...)`; `end` is where they close."""
        state = self.state
        text = state.data[start:end]
        found = self._plain.get(text)
        if found is None:
            kind = KIND_OF_WORD[word.decode()]
            if kind.grammar == UNWIND_TABLE_KIND:
                state.needs(start, "'uwtable' with a kind", kind.payload_since)
            else:
                state.needs(start, f"'{kind.word}'", kind.since)
            found = Attribute(kind, integer=AttributeWords(state, words_start).value(kind.grammar))
            self._plain[text] = found
        return AttributeItem(found, start)

    def _range(self, word: bytes, type: Type, low: bytes, high: bytes, start: int, type_start: int, end: int) -> AttributeItem:
        text = word.decode()
        state = self.state
        state.needs(start, f"'{text}'", KIND_OF_WORD[text].since)
        if not isinstance(type, IntegerType):
            state.error(type_start, "the range must have integer type!")
        bounds = (_signed(low, type.width), _signed(high, type.width))
        if bounds[0] == bounds[1]:
            if state.version < FULL_RANGES_SINCE:
                state.error(end, "the range should not represent the full or empty set!")
            if bounds[0] != 0:
                state.error(end, "the range represent the empty set but limits aren't 0!")
        return AttributeItem(Attribute(KIND_OF_WORD[text], bit_width=type.width, ranges=(bounds,)), start)

    def _range_list(self, word: bytes, ranges: object, start: int) -> AttributeItem:
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
                self.state.error(self.state.ahead, "Invalid (unordered or overlapping) range list")
            bounds.append((low, high))
        return AttributeItem(Attribute(KIND_OF_WORD[text], bit_width=64, ranges=tuple(bounds)), start)

    def _string(self, key: bytes, value: bytes, start: int) -> AttributeItem:
        return AttributeItem(Attribute(None, text_of_bytes(key), text_of_bytes(value)), start)

    # --- sets and lists

    def placed_set(self, items: list[object] | None, position: int, other: str) -> AttributeSet:
        """The attribute set of a parameter, argument or return value; `other` is the message for what cannot be there."""
        if items is None:
            return EMPTY_SET
        version = self.state.version
        if len(items) == 1:
            item = items[0]
            assert isinstance(item, AttributeItem)
            attribute = item.attribute
            if attribute is not None and item.form != _AFTER_EQUALS and item.problem is None:
                found = self._single_sets.get(attribute)
                if found is not None and (attribute.kind is None or attribute.kind.places(version) & position):
                    return found
        attributes: list[Attribute] = []
        misplaced: AttributeItem | None = None
        for item in items:
            assert isinstance(item, AttributeItem)
            attribute = item.attribute
            if attribute is None:
                self.state.error(item.start, other)
            if item.form == _AFTER_EQUALS:
                self._refuse_equals(item)
            if item.problem is not None:
                self.state.error(*item.problem)
            kind = attribute.kind
            if kind is not None and not kind.places(version) & position and item.form != _OLD_WORD:
                misplaced = item
            attributes.append(attribute)
        if misplaced is not None:
            self._refuse_place(misplaced, position, other)
        made = self.set_of(attributes)
        if len(attributes) == 1:
            self._single_sets[attributes[0]] = made
        return made

    def _refuse_place(self, item: AttributeItem, position: int, other: str) -> NoReturn:
        """Report the last of a list's attributes that do not apply to a position: LLVM forgets the errors before."""
        assert item.attribute is not None
        kind = item.attribute.kind
        assert kind is not None
        self.state.error(item.start, self._misplaced(kind, position, other))

    def _misplaced(self, kind: AttributeKind, position: int, other: str) -> str:
        """The message for an attribute that does not apply to that position."""
        word = kind.word
        if self.state.version > kind.until:
            # LLVM still has the words that `memory` replaced, but as attributes of functions alone.
            return other
        if self.state.version > misplaced_attributes.OWN_WORDS_UNTIL:
            return f"this attribute does not apply to {_POSITION_NAMES[position]}"
        if position == PARAMETER:
            return misplaced_attributes.message_on_parameter(word, other)
        if position == RETURN:
            return misplaced_attributes.message_on_return_value(word)
        return misplaced_attributes.message_on_function(word)

    def set_of(self, attributes: list[Attribute]) -> AttributeSet:
        """The unique set of these attributes."""
        key = tuple(attributes)
        found = self._sets.get(key)
        if found is None:
            found = AttributeSet(attributes)
            self._sets[key] = found
        return found

    def function_attributes(self, items: list[object] | None, groups: list[int], is_group: bool = False) -> list[Attribute]:
        """The attributes in the own list of a function, call or global variable; group numbers are added to `groups`.

        `is_group`: the list belongs to an attribute group; old LLVMs drop attributes that do not apply to functions.
        """
        attributes: list[Attribute] = []
        if items is None:
            return attributes
        state = self.state
        memory: list[str] = []
        misplaced: AttributeItem | None = None
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
                if item.form == _OLD_WORD:
                    if is_group:
                        state.error(item.start, "unterminated attribute group")
                elif item.form != _NO_VALUE:
                    self._check_form(item, kind.word, is_group)
                if kind.word != "align" and not kind.places(state.version) & FUNCTION:
                    if is_group and state.version <= misplaced_attributes.OWN_WORDS_UNTIL:
                        if item.form != _NO_VALUE:
                            state.error(self._after_word(item), "unterminated attribute group")
                        continue
                    misplaced = item
                if item.problem is not None:
                    state.error(*item.problem)
                if kind.grammar == VSCALE_LIMITS and attribute.integer == 0:
                    continue  # as in LLVM, `vscale_range(0)` sets nothing
            attributes.append(attribute)
        if misplaced is not None:
            self._refuse_place(misplaced, FUNCTION, misplaced_attributes.NOT_ON_PARAMETER)
        if memory:
            attributes.append(memory_attribute(memory, state.version))
        return attributes

    def _check_form(self, item: AttributeItem, word: str, is_group: bool) -> None:
        """Check that the value of a function's attribute is written as a group, or a list outside of groups, has it."""
        if item.form == _OTHER_VALUE:
            if is_group and word in _ALIGNMENTS:
                self.state.error(self._after_word(item), "expected '=' here")
        elif not is_group or (word not in _ALIGNMENTS and self.state.version > misplaced_attributes.OWN_WORDS_UNTIL):
            self._refuse_equals(item)

    def _refuse_equals(self, item: AttributeItem) -> None:
        attribute = item.attribute
        assert attribute is not None
        kind = attribute.kind
        assert kind is not None
        self.state.error(self._after_word(item), "expected integer" if kind.word == "align" else "expected '('")

    def _after_word(self, item: AttributeItem) -> int:
        """Where the token after an attribute's word starts."""
        attribute = item.attribute
        assert attribute is not None
        kind = attribute.kind
        assert kind is not None
        data = self.state.data
        at = item.start + len(kind.word)
        while data[at] in b" \t\r\n":
            at += 1
        return at

    def list_of(
        self, function: AttributeSet, returned: AttributeSet, parameters: tuple[AttributeSet, ...]
    ) -> AttributeList | None:
        """The attribute list of these sets; None if all are empty."""
        key = (function, returned, parameters)
        found = self._lists.get(key)
        if found is None:
            found = AttributeList.of_sets(function, returned, parameters)
            self._lists[key] = found
        return found if found else None

    # --- groups

    def _define_group(self, number: int, items: list[object] | None, start: int) -> None:
        groups: list[int] = []
        for item in items or []:
            assert isinstance(item, AttributeItem)
            if item.attribute is None and self.state.version > misplaced_attributes.OWN_WORDS_UNTIL:
                self.state.error(item.start, "cannot have an attribute group reference in an attribute group")
        attributes = self.function_attributes(items, groups, True)
        if not attributes:
            self.state.error(start, "attribute group has no attributes")
        # If a group is defined twice, the second definition is used.
        self.groups[number] = attributes

    def _grouped(self, own: list[Attribute], groups: tuple[int, ...], target: object) -> list[Attribute]:
        """The own attributes of `target` together with its groups' attributes."""
        attributes = list(own)
        for number in groups:
            group = self.groups.get(number)
            if group is not None:
                attributes.extend(group)
            elif self.state.context.reading_notes is not None:
                note = ("attribute-group", f"no attribute group has the number #{number}", target)
                self.state.context.reading_notes.append(note)
        return attributes

    def finish(self) -> None:
        """Add the attributes of groups to their users; a group may be defined after its use."""
        joined: dict[object, AttributeList | None] = {}
        for user in self.group_users:
            target = user.target
            if isinstance(target, GlobalVariable):
                own = list(target._attributes.attributes) if target._attributes is not None else []
                target._attributes = self.set_of(self._grouped(own, user.groups, target))
                continue
            if isinstance(target, Function):
                attribute_list = target._attributes
            else:
                assert isinstance(target, CallBase)
                attribute_list = target._attributes
            key = (attribute_list, user.groups, isinstance(target, Function))
            if key in joined and not isinstance(target, Function):
                assert isinstance(target, CallBase)
                target._attributes = joined[key]
                continue
            own = list(attribute_list.function.attributes) if attribute_list is not None else []
            together = self._grouped(own, user.groups, target)
            if isinstance(target, Function):
                alignment, together = alignment_taken(together)
                if alignment:
                    target.alignment = alignment
            function_set = self.set_of(together) if together else EMPTY_SET
            made: AttributeList | None
            if attribute_list is None:
                made = self.list_of(function_set, EMPTY_SET, ())
            else:
                made = attribute_list.with_function(function_set)
            joined[key] = made
            if isinstance(target, Function):
                target._attributes = made
            else:
                assert isinstance(target, CallBase)
                target._attributes = made


def _signed(text: object, width: int) -> int:
    assert isinstance(text, bytes)
    return signed(integer_value(text), width)


def alignment_taken(attributes: list[Attribute]) -> tuple[int, list[Attribute]]:
    """The alignment among a function's attributes in bytes (0: none), and the other attributes."""
    for attribute in attributes:
        if attribute.kind is not None and attribute.kind.word == "align":
            return attribute.integer, [other for other in attributes if other.kind is None or other.kind.word != "align"]
    return 0, attributes
