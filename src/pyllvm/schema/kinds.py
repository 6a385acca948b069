"""The kinds of field of a metadata node: how each is decoded, encoded, parsed and shown.

A value is what an operand of a node holds: an `int`, a `bool`, an opaque reference to metadata, or None.
"""

from typing import Final, final

from pyllvm.schema.integers import MAX_64, METADATA_EXTENTS_SINCE, decimal_text, integer_of_decimal, low_64_bits
from pyllvm.schema.names import FlagTable, NameTable
from pyllvm.schema.raw import AT_VALUE, BOOLEAN, INTEGER, LIST, NULL, REFERENCE, STRING, WORDS, FieldError, RawValue
from pyllvm.schema.sides import MetadataBuilder, MetadataNumbers, MetadataSource, MetadataText, NoRepresentation, RecordError
from pyllvm.schema.text import quoted
from pyllvm.versions import FOREVER

MAX_8: Final = 0xFF
MAX_16: Final = 0xFFFF
MAX_32: Final = 0xFFFFFFFF

# First version that says of a value of any width that an integer is expected. Before, it is taken for the end of the node.
WIDE_INTEGERS_SINCE: Final = 11


def integer_of(value: object) -> int:
    """`value`, which must be an integer or a boolean; NoRepresentation if it is metadata."""
    if isinstance(value, int):
        return value
    raise NoRepresentation("expected an integer, not metadata")


class Kind:
    """A kind of field. The methods of this class treat the value as an unsigned integer of any size."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        """The value that a record's operand holds."""
        return operand

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        """The record's operand for a value; NoRepresentation if there is none."""
        return low_64_bits(integer_of(value))

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        """The value that the text of `label` holds; FieldError with LLVM's message if it holds none of this kind."""
        raise NotImplementedError

    def show(self, value: object, version: int, text: MetadataText) -> str:
        """The text after the label."""
        return decimal_text(value) if isinstance(value, int) else str(value)

    def is_hidden(self, value: object, default: object, version: int, text: MetadataText) -> bool:
        """Whether text omits the field when it has this value."""
        return value == default

    def omitted(self, default: object, version: int) -> object:
        """The value of a field that text omits."""
        return default


def parse_unsigned(raw: RawValue, label: str, limit: int) -> int:
    """An integer from 0 to `limit`; FieldError with LLVM's message for anything else."""
    if raw.kind != INTEGER or raw.negative:
        raise FieldError("expected unsigned integer", AT_VALUE)
    if raw.integer > limit:
        raise FieldError(f"value for '{label}' too large, limit is {limit}", AT_VALUE)
    return raw.integer


@final
class Unsigned(Kind):
    """An unsigned integer from 0 to `limit`; LLVM keeps the bits in `mask` of a record's operand.

    With `refusal`, it refuses operands with other bits, in these words.
    """

    def __init__(self, limit: int, mask: int, refusal: str = "") -> None:
        self.limit: int = limit
        self.mask: int = mask
        self.refusal: str = refusal

    def decode(self, operand: int, source: MetadataSource) -> object:
        if operand > self.mask and self.refusal:
            raise RecordError(self.refusal)
        return operand & self.mask

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        return parse_unsigned(raw, label, self.limit)


@final
class Signed(Kind):
    """A signed integer of `bits` bits; the record holds it sign-extended to 64 bits."""

    def __init__(self, bits: int) -> None:
        self.low: int = -(1 << (bits - 1))
        self.high: int = (1 << (bits - 1)) - 1
        self.mask: int = (1 << bits) - 1

    def decode(self, operand: int, source: MetadataSource) -> object:
        value = operand & self.mask
        return value - self.mask - 1 if value > self.high else value

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        return parse_signed(raw, label, self.low, self.high)


def parse_signed(raw: RawValue, label: str, low: int, high: int) -> int:
    """An integer from `low` to `high`; FieldError with LLVM's message for anything else."""
    if raw.kind != INTEGER:
        raise FieldError("expected signed integer", AT_VALUE)
    if raw.integer < low:
        raise FieldError(f"value for '{label}' too small, limit is {low}", AT_VALUE)
    if raw.integer > high:
        raise FieldError(f"value for '{label}' too large, limit is {high}", AT_VALUE)
    return raw.integer


def zigzag(value: int) -> int:
    """The operand of a signed integer: the sign in the lowest bit; above it the value, or its complement if negative."""
    return (~(value << 1) if value < 0 else value << 1) & MAX_64


def unzigzag(operand: int) -> int:
    """The integer for which `zigzag` returns this operand."""
    return ~(operand >> 1) if operand & 1 else operand >> 1


@final
class Rotated(Kind):
    """A signed 64-bit integer; the record's operand has the sign in its lowest bit (see `zigzag`)."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return unzigzag(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        if value is None:
            return 0
        return zigzag(integer_of(value))


@final
class TwosComplement(Kind):
    """A signed 64-bit integer; the record's operand is its two's complement."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return operand - (1 << 64) if operand >> 63 else operand

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return 0 if value is None else low_64_bits(integer_of(value))


@final
class Boolean(Kind):
    """`true` or `false`."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return operand != 0

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return 1 if value else 0

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind != BOOLEAN:
            raise FieldError("expected 'true' or 'false'", AT_VALUE)
        return raw.integer != 0

    def show(self, value: object, version: int, text: MetadataText) -> str:
        return "true" if value else "false"


@final
class MaybeUnsigned(Kind):
    """An integer that may be absent (None); the record holds the integer plus one, or 0 if absent."""

    def __init__(self, limit: int) -> None:
        self.limit: int = limit

    def decode(self, operand: int, source: MetadataSource) -> object:
        return (operand - 1) & MAX_32 if operand else None

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return 0 if value is None else integer_of(value) + 1

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        value = parse_unsigned(raw, label, self.limit)
        return None if value == self.limit else value


@final
class MaybeMarked(Kind):
    """An integer up to `limit` that may be absent (None); the record holds the integer, or `absent`. Others are refused."""

    def __init__(self, limit: int, absent: int, refusal: str) -> None:
        self.limit: int = limit
        self.absent: int = absent
        self.refusal: str = refusal

    def decode(self, operand: int, source: MetadataSource) -> object:
        if operand == self.absent:
            return None
        if operand > self.limit:
            raise RecordError(self.refusal)
        return operand

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return self.absent if value is None else integer_of(value)

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        return parse_unsigned(raw, label, self.limit)


@final
class Reference(Kind):
    """Other metadata, or null where `nullable`."""

    def __init__(self, nullable: bool) -> None:
        self.nullable: bool = nullable

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.metadata(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return numbers.id_or_null(value)

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == NULL:
            if not self.nullable:
                raise FieldError(f"'{label}' cannot be null", AT_VALUE)
            return None
        return parse_reference(raw)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        return text.metadata(value)

    def is_hidden(self, value: object, default: object, version: int, text: MetadataText) -> bool:
        return value is None


def parse_reference(raw: RawValue) -> object | None:
    """A metadata operand; FieldError with LLVM's message for anything else."""
    if raw.kind != REFERENCE:
        raise FieldError("expected metadata operand", AT_VALUE)
    return raw.reference


@final
class PlainReference(Kind):
    """Metadata that is never null; the record holds its number itself, not the number plus one."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.metadata_not_null(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return (numbers.id_or_null(value) - 1) & MAX_32

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == NULL:
            raise FieldError(f"'{label}' cannot be null", AT_VALUE)
        return parse_reference(raw)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        return text.metadata(value)


@final
class References(Kind):
    """A braced list of metadata; the value is a tuple. In a record it is always a tail."""

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind != LIST:
            raise FieldError("expected '{' here", AT_VALUE)
        return tuple(raw.elements)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        parts: list[str] = []
        if isinstance(value, tuple):
            for element in value:
                parts.append(text.metadata(element))
        return "{" + ", ".join(parts) + "}"


@final
class String(Kind):
    """A metadata string. Before version `keeps_empty_since` an empty string is parsed as None; None is shown as `""`.

    `refuses_empty`: the parser rejects the empty string.
    """

    def __init__(self, refuses_empty: bool = False, keeps_empty_since: int = FOREVER) -> None:
        self.refuses_empty: bool = refuses_empty
        self.keeps_empty_since: int = keeps_empty_since

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.string(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return numbers.id_or_null(value)

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind != STRING:
            raise FieldError("expected string constant", AT_VALUE)
        if not raw.text:
            if self.refuses_empty:
                raise FieldError(f"'{label}' cannot be empty", AT_VALUE)
            if version < self.keeps_empty_since:
                return None
        return builder.string(raw.text)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        return '""' if value is None else quoted(text.string_text(value), version)

    def is_hidden(self, value: object, default: object, version: int, text: MetadataText) -> bool:
        return value is None or (version < self.keeps_empty_since and not text.string_text(value))


@final
class PlainString(Kind):
    """A metadata string that is never null; the record holds its number itself, not the number plus one."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        found = source.string(operand + 1)
        if found is None:
            raise RecordError("Invalid record")
        return found

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return (numbers.id_or_null(value) - 1) & MAX_32

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind != STRING:
            raise FieldError("expected string constant", AT_VALUE)
        return builder.string(raw.text)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        return '""' if value is None else quoted(text.string_text(value), version)


# How LLVM prints a number without a name: as it is, as the character with that code, or not at all.
AS_NUMBER: Final = 0
AS_BYTE: Final = 1
AS_NOTHING: Final = 2


@final
class Named(Kind):
    """A number with a name: a DWARF constant, an emission kind.

    `noun` is LLVM's noun for it in messages. Text may give a number up to `limit` instead of the
    name; a negative `limit` allows the name only. `zero_is_unknown`: LLVM rejects a name whose number is 0.
    LLVM prints a number without a name as `shown` says.
    `refuses_zero`: the message about the number 0, if LLVM rejects it.
    """

    def __init__(
        self,
        table: NameTable,
        noun: str,
        limit: int,
        mask: int,
        zero_is_unknown: bool,
        shown: int = AS_NUMBER,
        refuses_zero: str = "",
    ) -> None:
        self.table: NameTable = table
        self.noun: str = noun
        self.limit: int = limit
        self.mask: int = mask
        self.zero_is_unknown: bool = zero_is_unknown
        self.shown: int = shown
        self.refuses_zero: str = refuses_zero

    def decode(self, operand: int, source: MetadataSource) -> object:
        return operand & self.mask

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == INTEGER and self.limit >= 0:
            integer = parse_unsigned(raw, label, self.limit)
            if self.refuses_zero and not integer:
                raise FieldError(self.refuses_zero, AT_VALUE)
            return integer
        if self.limit < 0 and raw.kind != WORDS:
            raise FieldError(f"invalid {self.noun} '{label}'", AT_VALUE)
        if raw.kind != WORDS or not self.is_word(raw.words[0]):
            raise FieldError(f"expected {self.noun}", AT_VALUE)
        number = self.table.number(raw.words[0], version)
        if number < 0 or (number == 0 and self.zero_is_unknown):
            raise FieldError(f"invalid {self.noun} '{raw.words[0]}'", AT_VALUE)
        return number

    def show(self, value: object, version: int, text: MetadataText) -> str:
        number = integer_of(value)
        if self.shown == AS_BYTE and not self.table.text(number, version):
            return bytes([number & MAX_8]).decode("utf-8", "surrogateescape")
        return self.table.text(number, version) if self.shown == AS_NOTHING else self.table.shown(number, version)

    def is_word(self, word: str) -> bool:
        """Whether LLVM's lexer reads a word as a name of this kind, known or unknown."""
        if self.table.prefix:
            return word.startswith(self.table.prefix)
        return self.table.number_in_any(word) >= 0


@final
class MaybeNamed(Kind):
    """A number with a name that may be absent (None); the record then holds 32 one bits."""

    def __init__(self, named: Named) -> None:
        self.named: Named = named

    def decode(self, operand: int, source: MetadataSource) -> object:
        return None if operand & MAX_32 == MAX_32 else operand

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return MAX_32 if value is None else integer_of(value)

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        return self.named.parse(raw, label, version, builder)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        return self.named.show(value, version, text)


@final
class Flags(Kind):
    """Bits with names: `DIFlagPublic | DIFlagPrototyped`. Up to version `doubled_until` LLVM's message has "flag flag"."""

    def __init__(self, table: FlagTable, invalid: str, doubled_until: int) -> None:
        self.doubled_until: int = doubled_until
        self.table: FlagTable = table
        self.invalid: str = invalid

    def decode(self, operand: int, source: MetadataSource) -> object:
        return operand & MAX_32

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == INTEGER:
            return self.parse_one(decimal_text(raw.integer) if not raw.negative else "-", version, 0)
        if raw.kind != WORDS:
            raise FieldError("expected debug info flag", AT_VALUE)
        combined = 0
        position = 0
        for word in raw.words:
            combined |= self.parse_one(word, version, position)
            position += 1
        return combined

    def parse_one(self, word: str, version: int, position: int) -> int:
        """The bits of one word between `|`; `position` counts the words, for errors."""
        if word.isdigit():
            value = integer_of_decimal(word.encode())
            if value > MAX_32:
                raise FieldError("expected 32-bit integer (too large)", AT_VALUE, -1, position)
            return value
        if not word.startswith(self.table.table.prefix):
            raise FieldError("expected debug info flag", AT_VALUE, -1, position)
        number = self.table.table.number(word, version)
        if number <= 0:
            again = " flag" if version <= self.doubled_until else ""
            raise FieldError(f"invalid {self.invalid}{again} '{word}'", AT_VALUE, -1, position)
        return number

    def show(self, value: object, version: int, text: MetadataText) -> str:
        return self.table.shown(integer_of(value), version)


@final
class Bound(Kind):
    """A bound of a DISubrange: metadata; text may give an integer for a constant `i64`.

    Up to version `integer_until` the value is an `int` (a record of LLVM 10 holds the lower bound itself); up to
    `zero_hidden_until` text omits 0. `low` is the smallest integer that the parser accepts; -1 also forbids null.
    """

    def __init__(self, low: int, integer_until: int, zero_hidden_until: int) -> None:
        self.low: int = low
        self.integer_until: int = integer_until
        self.zero_hidden_until: int = zero_hidden_until

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.metadata(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        if isinstance(value, int):
            raise NoRepresentation("a bound that is not metadata")
        return numbers.id_or_null(value)

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == INTEGER or version <= self.integer_until:
            value = parse_signed(raw, label, self.low, (1 << 63) - 1)
            return value if version <= self.integer_until else builder.integer(value)
        if raw.kind == NULL:
            if self.low == -1:
                raise FieldError(f"'{label}' cannot be null", AT_VALUE)
            return None
        return parse_reference(raw)

    def omitted(self, default: object, version: int) -> object:
        return 0 if version <= self.integer_until else default

    def show(self, value: object, version: int, text: MetadataText) -> str:
        if isinstance(value, int):
            return str(value)
        number = text.integer(value, True) if value is not None else None
        return str(number) if number is not None else text.metadata(value)

    def is_hidden(self, value: object, default: object, version: int, text: MetadataText) -> bool:
        return value is None or (value == 0 and version <= self.zero_hidden_until)


@final
class TypeBound(Kind):
    """A bound of a DISubrangeType: metadata; the parser accepts an integer for a constant `i64`."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.metadata(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return numbers.id_or_null(value)

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == INTEGER:
            return builder.integer(parse_signed(raw, label, -(1 << 63), (1 << 63) - 1))
        if raw.kind == NULL:
            return None
        return parse_reference(raw)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        return text.metadata(value)


@final
class GenericBound(Kind):
    """A bound of a DIGenericSubrange: metadata; text may give an integer for the expression of that constant."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.metadata(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return numbers.id_or_null(value)

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == INTEGER:
            return builder.expression_integer(parse_signed(raw, label, -(1 << 63), (1 << 63) - 1))
        if raw.kind == NULL:
            return None
        return parse_reference(raw)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        number = text.expression_integer(value) if value is not None else None
        return str(number) if number is not None else text.metadata(value)


@final
class Extent(Kind):
    """A size or an offset in bits: an `int` up to LLVM 20, metadata (usually a constant `i64`) since LLVM 21."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return operand

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return low_64_bits(integer_of(value))

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == INTEGER or version < METADATA_EXTENTS_SINCE:
            value = parse_unsigned(raw, label, MAX_64)
            return builder.integer(value) if version >= METADATA_EXTENTS_SINCE else value
        if raw.kind == NULL:
            return None
        return parse_reference(raw)

    def omitted(self, default: object, version: int) -> object:
        return 0 if version < METADATA_EXTENTS_SINCE else default

    def show(self, value: object, version: int, text: MetadataText) -> str:
        if isinstance(value, int):
            return str(value)
        number = text.integer(value, False) if value is not None else None
        return str(number) if number is not None else text.metadata(value)

    def is_hidden(self, value: object, default: object, version: int, text: MetadataText) -> bool:
        if value is None or isinstance(value, int):
            return not value
        return text.integer(value, False) == 0


@final
class ExtentReference(Kind):
    """An Extent as records since LLVM 21 hold it: as metadata."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.metadata(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        if isinstance(value, int):
            if value == 0:
                return 0
            raise NoRepresentation("a size that is not metadata")
        return numbers.id_or_null(value)


@final
class Wide(Kind):
    """An integer of any width. In a record it is always a tail."""

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind != INTEGER:
            raise FieldError("expected integer" if version >= WIDE_INTEGERS_SINCE else "expected ')' here", AT_VALUE)
        return raw.integer


def literal_width(value: int) -> int:
    """The number of bits of an integer literal: LLVM's parser takes the smallest that holds the value."""
    if value < 0:
        return (~value).bit_length() + 1
    return max(value.bit_length(), 1)


# The kinds whose values are metadata or None, never numbers.
ALWAYS_METADATA: Final = (Reference, PlainReference, String)
