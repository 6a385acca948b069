"""Attributes of functions, parameters and return values: single attributes, sets for one position, lists for a whole function.

All three are immutable: they compare by content and can be dictionary keys. They hold the attributes of every version side by
side. What depends on a version (order, spelling) takes the version as an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, final

from pyllvm.ir.above import above
from pyllvm.schema.integers import decimal_text
from pyllvm.schema.text import escape
from pyllvm.tables.attributes import (
    ALIGNMENT,
    ALLOCATION_KIND,
    ALLOCATION_KINDS,
    BOTH_TARGET_MEMORIES,
    BOTH_TARGET_MEMORIES_SINCE,
    CAPTURE_COMPONENTS,
    CAPTURED,
    DENORMAL_KINDS,
    DENORMAL_MODES,
    ELEMENT_SIZES,
    FLOATING_POINT_CLASSES,
    FLOATING_POINT_MASK,
    INTEGER,
    KIND_OF_WORD,
    MEMORY_ACCESSES,
    MEMORY_EFFECTS,
    MEMORY_LOCATIONS,
    MEMORY_OTHER_BIT,
    MEMORY_WORDS,
    NO_ELEMENT_COUNT,
    NO_SIZE,
    NONE,
    OPTIONAL_SIZE,
    ORDER_SETTLED_SINCE,
    RANGE,
    RANGE_LIST,
    TYPE,
    UNWIND_TABLE_ASYNC,
    UNWIND_TABLE_KIND,
    UNWIND_TABLE_SYNC,
    VSCALE_LIMITS,
    AttributeKind,
    ranks,
)
from pyllvm.versions import NEXT

if TYPE_CHECKING:
    from pyllvm.ir.types import Context, Type

# The positions in an AttributeList, numbered as in bitcode.
FUNCTION_INDEX: Final = 0xFFFFFFFF
RETURN_INDEX: Final = 0
FIRST_PARAMETER_INDEX: Final = 1

_RANKS: Final = ranks(NEXT)


@final
class Attribute:
    """One attribute: a `kind` with its value, or (kind None) a string attribute `"key"="value"`.

    `integer` is the raw value of an integer attribute, as in bitcode (for `memory` in the newest layout).
    `uwtable` and `dead_on_return` have a value in every version. A type attribute whose `type` is None is written
    without a type, as `byval` was up to LLVM 8. The bounds of `ranges` are signed numbers of `bit_width` bits.
    """

    __slots__ = ("_hash", "bit_width", "integer", "key", "kind", "ranges", "type", "value")

    def __init__(
        self,
        kind: AttributeKind | None,
        key: str = "",
        value: str = "",
        integer: int = 0,
        type: Type | None = None,
        bit_width: int = 0,
        ranges: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.kind: Final = kind
        self.key: Final = key
        self.value: Final = value
        self.integer: Final = integer
        self.type: Final = type
        self.bit_width: Final = bit_width
        self.ranges: Final = ranges
        if kind is None:
            self._hash: int = hash((key, value))
        else:
            self._hash = hash((kind.number, integer, type, bit_width, ranges))

    @staticmethod
    def of(word: str) -> Attribute:
        """An attribute without a value: `Attribute.of("nounwind")`."""
        return attribute_of_kind(KIND_OF_WORD[word])

    @staticmethod
    def of_integer(word: str, value: int) -> Attribute:
        """`Attribute.of_integer("align", 8)`; `value` is the number in bitcode."""
        return Attribute(KIND_OF_WORD[word], integer=value)

    @staticmethod
    def of_type(word: str, type: Type | None) -> Attribute:
        """`Attribute.of_type("byval", t)`; None leaves the type out."""
        return Attribute(KIND_OF_WORD[word], type=type)

    @staticmethod
    def of_ranges(word: str, bit_width: int, ranges: tuple[tuple[int, int], ...]) -> Attribute:
        """A `range` attribute (with one range) or an `initializes` attribute."""
        return Attribute(KIND_OF_WORD[word], bit_width=bit_width, ranges=ranges)

    @staticmethod
    def of_string(key: str, value: str = "") -> Attribute:
        """`"key"="value"`, or `"key"` alone."""
        return Attribute(None, key, value)

    @property
    def is_string(self) -> bool:
        """Whether it is a string attribute."""
        return self.kind is None

    @property
    def name(self) -> str:
        """The word of its kind, or the key of a string attribute."""
        return self.key if self.kind is None else self.kind.word

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Attribute):
            return False
        return (
            self.kind is other.kind
            and self.key == other.key
            and self.value == other.value
            and self.integer == other.integer
            and self.type is other.type
            and self.bit_width == other.bit_width
            and self.ranges == other.ranges
        )

    def as_string(self, version: int, in_attribute_group: bool = False, type_string: Callable[[Type], str] | None = None) -> str:
        """The attribute as LLVM `version` prints it; in attribute groups some integers are spelled with `=`."""
        kind = self.kind
        if kind is None:
            if not self.value:
                return f'"{self.key}"'
            return f'"{self.key}"="{escape(self.value, version)}"'
        word = kind.word
        payload = kind.payload
        if payload == NONE:
            return word
        if payload == TYPE:
            if self.type is None or version < kind.payload_since:
                return word
            return f"{word}({str(self.type) if type_string is None else type_string(self.type)})"
        if payload == RANGE:
            low, high = self.ranges[0]
            return f"range(i{self.bit_width} {decimal_text(low)}, {decimal_text(high)})"
        if payload == RANGE_LIST:
            return f"{word}({', '.join([f'({decimal_text(low)}, {decimal_text(high)})' for low, high in self.ranges])})"
        return integer_attribute_string(kind, self.integer, version, in_attribute_group)

    def __str__(self) -> str:
        return self.as_string(NEXT)

    def __repr__(self) -> str:
        return f"<Attribute {self.name}>"


_PLAIN: Final[dict[int, Attribute]] = {}


def attribute_of_kind(kind: AttributeKind) -> Attribute:
    """The attribute of this kind without a value; always the same object. For `uwtable` it is `uwtable(async)`."""
    found = _PLAIN.get(kind.number)
    if found is None:
        integer = 0
        if kind.grammar == UNWIND_TABLE_KIND:
            integer = UNWIND_TABLE_ASYNC
        elif kind.grammar == OPTIONAL_SIZE:
            integer = NO_SIZE
        found = Attribute(kind, integer=integer)
        _PLAIN[kind.number] = found
    return found


def integer_attribute_string(kind: AttributeKind, value: int, version: int, in_attribute_group: bool) -> str:
    """An attribute with an integer value as LLVM prints it."""
    word = kind.word
    grammar = kind.grammar
    if grammar == ALIGNMENT and not in_attribute_group:
        return f"{word} {value}"
    if grammar == INTEGER or grammar == ALIGNMENT:
        return f"{word}={value}" if in_attribute_group else f"{word}({value})"
    if grammar == ELEMENT_SIZES and value & 0xFFFFFFFF == NO_ELEMENT_COUNT:
        return f"{word}({value >> 32})"
    if grammar == ELEMENT_SIZES or grammar == VSCALE_LIMITS:
        return f"{word}({value >> 32},{value & 0xFFFFFFFF})"
    if grammar == UNWIND_TABLE_KIND:
        return f"{word}(sync)" if value == UNWIND_TABLE_SYNC and version >= kind.payload_since else word
    if grammar == ALLOCATION_KIND:
        return f'{word}("{",".join([name for name, bit in ALLOCATION_KINDS if value & bit])}")'
    if grammar == MEMORY_EFFECTS:
        return memory_string(value, version)
    if grammar == CAPTURED:
        return captures_string(value)
    if grammar == DENORMAL_MODES:
        return f"{word}({denormal_modes_string(value)})"
    if grammar == OPTIONAL_SIZE:
        return word if value == NO_SIZE or version < kind.payload_since else f"{word}({value})"
    assert grammar == FLOATING_POINT_MASK
    return f"{word}({floating_point_classes_string(value)})"


def memory_string(value: int, version: int) -> str:
    """`memory(...)` for a value in the newest layout: the default first, then the locations that differ from it."""
    locations = [(word, value >> bit & 3) for word, bit, since in MEMORY_LOCATIONS if version >= since]
    other = value >> MEMORY_OTHER_BIT & 3
    parts: list[str] = []
    everything = other
    for _, access in locations:
        everything |= access
    if other != 0 or everything == 0:
        parts.append(MEMORY_ACCESSES[other])
    if version >= BOTH_TARGET_MEMORIES_SINCE and locations[-2][1] == locations[-1][1]:
        locations[-2:] = [(BOTH_TARGET_MEMORIES, locations[-1][1])]
    for word, access in locations:
        if access != other:
            parts.append(f"{word}: {MEMORY_ACCESSES[access]}")
    return f"memory({', '.join(parts)})"


def memory_value(version: int, default: int, accesses: dict[str, int]) -> int:
    """The value of `memory(default, location: access, ...)`; a location that the version lacks is merged into its parent."""
    value = default << MEMORY_OTHER_BIT
    for word, bit, since in MEMORY_LOCATIONS:
        if version >= since:
            value |= accesses.get(word, default) << bit
        elif word == "errnomem":
            value |= default << bit
    return value


def memory_attribute(words: Iterable[str], version: int) -> Attribute:
    """The one `memory(...)` attribute that means the same as all these words together (keys of MEMORY_WORDS)."""
    argument, inaccessible, other = 3, 3, 3
    for word in words:
        meaning = MEMORY_WORDS[word]
        argument &= meaning[0]
        inaccessible &= meaning[1]
        other &= meaning[2]
    return Attribute.of_integer("memory", memory_value(version, other, {"argmem": argument, "inaccessiblemem": inaccessible}))


def denormal_modes_string(value: int) -> str:
    """The words of `denormal_fpenv` for its value in bitcode: the modes of all types, then float's modes that differ."""
    modes = value & 15
    modes_of_float = value >> 4 & 15
    if modes == modes_of_float:
        return _denormal_mode(modes)
    return (f"{_denormal_mode(modes)}, " if modes else "") + f"float: {_denormal_mode(modes_of_float)}"


def _denormal_mode(modes: int) -> str:
    outputs = modes & 3
    inputs = modes >> 2
    return DENORMAL_KINDS[outputs] + ("" if inputs == outputs else f"|{DENORMAL_KINDS[inputs]}")


def captures_string(value: int) -> str:
    """`captures(...)` for its value in bitcode."""
    other = value >> 4 & 15
    returned = value & 15
    parts: list[str] = []
    if other != 0 or other == returned:
        parts.append(_capture_components(other))
    if other != returned:
        parts.append("ret: " + _capture_components(returned))
    return f"captures({', '.join(parts)})"


def _capture_components(bits: int) -> str:
    if bits == 0:
        return "none"
    parts: list[str] = []
    address_is_null, address, read_provenance, provenance = CAPTURE_COMPONENTS
    if bits & address[1] == address_is_null[1]:
        parts.append(address_is_null[0])
    elif bits & address[1]:
        parts.append(address[0])
    if bits & provenance[1] == read_provenance[1]:
        parts.append(read_provenance[0])
    elif bits & provenance[1] == provenance[1]:
        parts.append(provenance[0])
    return ", ".join(parts)


def floating_point_classes_string(mask: int) -> str:
    """The words of a set of floating-point classes, as in `nofpclass(nan inf)`."""
    if mask == 0:
        return "none"
    words: list[str] = []
    for word, bits in FLOATING_POINT_CLASSES:
        if mask & bits == bits:
            words.append(word)
            mask &= ~bits
    return " ".join(words)


@final
class AttributeSet:
    """The attributes of one position, in the newest LLVM's order. Each kind and each key occurs at most once."""

    __slots__ = ("_hash", "_order_varies", "attributes")

    def __init__(self, attributes: Iterable[Attribute] = ()) -> None:
        """If several attributes have one kind or one key, the last one is kept."""
        order_varies = False
        enumerated: dict[int, Attribute] = {}
        strings: dict[str, Attribute] = {}
        for attribute in attributes:
            if attribute.kind is None:
                strings[attribute.key] = attribute
            else:
                enumerated[attribute.kind.number] = attribute
                if attribute.kind.order_varies:
                    order_varies = True
        ordered = [enumerated[number] for number in sorted(enumerated, key=_newest_rank)]
        if strings:
            ordered.extend([strings[key] for key in sorted(strings, key=_bytes_of)])
        self.attributes: Final[tuple[Attribute, ...]] = tuple(ordered)
        self._order_varies = order_varies
        self._hash: int = hash(self.attributes)

    def __bool__(self) -> bool:
        return bool(self.attributes)

    def __len__(self) -> int:
        return len(self.attributes)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, AttributeSet):
            return False
        return self._hash == other._hash and self.attributes == other.attributes

    def find(self, name: str) -> Attribute | None:
        """The attribute with that word or key, or None."""
        for attribute in self.attributes:
            if attribute.name == name:
                return attribute
        return None

    def __contains__(self, name: str) -> bool:
        return self.find(name) is not None

    def ordered(self, version: int) -> tuple[Attribute, ...]:
        """The attributes in that version's order."""
        if version >= ORDER_SETTLED_SINCE or not self._order_varies:
            return self.attributes
        rank = ranks(version)
        keyed: list[tuple[int, int]] = []
        for index, attribute in enumerate(self.attributes):
            keyed.append((len(rank) if attribute.kind is None else rank[attribute.kind.number], index))
        keyed.sort()
        return tuple([self.attributes[index] for _, index in keyed])

    def adding(self, *attributes: Attribute) -> AttributeSet:
        """A copy of the set with these attributes added; each replaces the attribute of the same kind or key."""
        return AttributeSet([*self.attributes, *attributes])

    def removing(self, *names: str) -> AttributeSet:
        """A copy of the set without the attributes that have these words or keys."""
        return AttributeSet([attribute for attribute in self.attributes if attribute.name not in names])

    def as_string(self, version: int, in_attribute_group: bool = False, type_string: Callable[[Type], str] | None = None) -> str:
        """The attributes separated by spaces, as LLVM of this version prints them.

        With `in_attribute_group`, they are spelled as inside `attributes #0 = { ... }`.
        """
        return " ".join([attribute.as_string(version, in_attribute_group, type_string) for attribute in self.ordered(version)])

    def comment_string(self, version: int, type_string: Callable[[Type], str] | None = None) -> str:
        """The text after `; Function Attrs: ` above a function; empty if LLVM prints no such comment."""
        return " ".join(
            [
                attribute.as_string(version, False, type_string)
                for attribute in self.ordered(version)
                if attribute.kind is not None
            ]
        )

    def __str__(self) -> str:
        return self.as_string(NEXT)

    def __repr__(self) -> str:
        return f"<AttributeSet of {len(self.attributes)}>"


def _newest_rank(number: int) -> int:
    return _RANKS[number]


def _bytes_of(key: str) -> bytes:
    return key.encode("utf-8", "surrogateescape")


EMPTY_SET: Final = AttributeSet()


@final
class AttributeList:
    """The attribute sets of a function or call: its own, its return value's, and its parameters'.

    `parameters` maps parameter numbers, counted from 0, to the sets that are not empty. Do not change it.
    """

    __slots__ = ("_hash", "function", "parameters", "returned")

    def __init__(
        self,
        function: AttributeSet = EMPTY_SET,
        returned: AttributeSet = EMPTY_SET,
        parameters: dict[int, AttributeSet] | None = None,
    ) -> None:
        sets: dict[int, AttributeSet] = {}
        if parameters is not None:
            # A dictionary and not a row for each parameter: the numbers come from input and may be huge.
            for number in sorted(parameters):
                if parameters[number]:
                    sets[number] = parameters[number]
        self.function: Final = function
        self.returned: Final = returned
        self.parameters: Final[dict[int, AttributeSet]] = sets
        self._hash: int = hash((function, returned, tuple(sets.items())))

    @staticmethod
    def of_sets(function: AttributeSet, returned: AttributeSet, parameters: Iterable[AttributeSet]) -> AttributeList:
        """The list with one set for each parameter in order; sets may be empty."""
        return AttributeList(function, returned, dict(enumerate(parameters)))

    @staticmethod
    def of_indexed(sets: Iterable[tuple[int, AttributeSet]]) -> AttributeList:
        """The list of these sets, each with its position as bitcode numbers it; sets for one position are merged."""
        function = EMPTY_SET
        returned = EMPTY_SET
        parameters: dict[int, AttributeSet] = {}
        for index, one in sets:
            if index == FUNCTION_INDEX:
                function = _joined(function, one)
            elif index == RETURN_INDEX:
                returned = _joined(returned, one)
            else:
                number = index - FIRST_PARAMETER_INDEX
                parameters[number] = _joined(parameters.get(number, EMPTY_SET), one)
        return AttributeList(function, returned, parameters)

    def parameter(self, number: int) -> AttributeSet:
        """The set of that parameter, counted from 0; an empty set if it has none."""
        return self.parameters.get(number, EMPTY_SET)

    def indexed(self) -> list[tuple[int, AttributeSet]]:
        """The sets that are not empty, with their positions as bitcode numbers them, in LLVM's order: the function's is first."""
        sets: list[tuple[int, AttributeSet]] = []
        if self.function:
            sets.append((FUNCTION_INDEX, self.function))
        if self.returned:
            sets.append((RETURN_INDEX, self.returned))
        for number, one in self.parameters.items():
            sets.append((number + FIRST_PARAMETER_INDEX, one))
        return sets

    def with_function(self, function: AttributeSet) -> AttributeList:
        """A copy of the list with this set for the function itself."""
        return AttributeList(function, self.returned, self.parameters)

    def with_returned(self, returned: AttributeSet) -> AttributeList:
        """A copy of the list with this set for the return value."""
        return AttributeList(self.function, returned, self.parameters)

    def with_parameter(self, number: int, one: AttributeSet) -> AttributeList:
        """A copy of the list with this set for a parameter, counted from 0."""
        return self.with_parameters({number: one})

    def with_parameters(self, sets: dict[int, AttributeSet]) -> AttributeList:
        """A copy of the list with these sets for parameters, counted from 0."""
        return AttributeList(self.function, self.returned, {**self.parameters, **sets}) if sets else self

    def __bool__(self) -> bool:
        return bool(self.function) or bool(self.returned) or bool(self.parameters)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, AttributeList):
            return False
        return (
            self._hash == other._hash
            and self.function == other.function
            and self.returned == other.returned
            and self.parameters == other.parameters
        )

    def __repr__(self) -> str:
        return f"<AttributeList of {len(self.indexed())} sets>"


class AttributeTexts:
    """The parser of attributes, which is above."""

    def attributes_of_text(self, context: Context, version: int, text: str, place: str) -> list[Attribute]:
        """The attributes of a text; `place` is "function", "parameter" or "returned". Raises ValueError if there are none."""
        raise NotImplementedError


def attributes_named(attribute: Attribute | str, context: Context, place: str) -> list[Attribute]:
    """The attribute itself, or the attributes of a text. ValueError if it has none. `place`: function, parameter, or returned."""
    if isinstance(attribute, Attribute):
        return [attribute]
    kind = KIND_OF_WORD.get(attribute)
    if kind is not None and kind.payload == NONE:
        return [attribute_of_kind(kind)]
    return above(AttributeTexts).attributes_of_text(context, context.llvm_version, attribute, place)


def changed_attributes(
    attributes: AttributeList | None, added: Attribute | None, removed: str, parameter: int | None, returned: bool
) -> AttributeList:
    """The list with one attribute added or removed at a place: of a parameter, of the return value, or else of the function."""
    old = EMPTY_LIST if attributes is None else attributes
    one = old.parameter(parameter) if parameter is not None else old.returned if returned else old.function
    one = one.removing(removed) if added is None else one.adding(added)
    if parameter is not None:
        return old.with_parameter(parameter, one)
    return old.with_returned(one) if returned else old.with_function(one)


def _joined(one: AttributeSet, other: AttributeSet) -> AttributeSet:
    return one.adding(*other.attributes) if one else other


EMPTY_LIST: Final = AttributeList()
