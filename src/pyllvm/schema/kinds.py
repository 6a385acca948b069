"""The kinds of field a metadata node has: how each is decoded, encoded, parsed, shown and complained about.

A value is what an operand of a node holds: an `int`, a `bool`, an opaque reference to metadata, or None.
"""

from typing import Final, final

from pyllvm.schema.decimal_text import decimal_text, integer_of_decimal
from pyllvm.schema.names import FlagTable, NameTable
from pyllvm.schema.raw import AT_VALUE, BOOLEAN, INTEGER, LIST, NULL, REFERENCE, STRING, WORDS, FieldError, RawValue
from pyllvm.schema.sides import MetadataBuilder, MetadataNumbers, MetadataSource, MetadataText, NoRepresentation
from pyllvm.schema.text import quoted

MAX_8: Final = 0xFF
MAX_16: Final = 0xFFFF
MAX_32: Final = 0xFFFFFFFF
MAX_64: Final = 0xFFFFFFFFFFFFFFFF


def integer_of(value: object) -> int:
    """`value`, which the description says is an integer (or a boolean)."""
    if isinstance(value, int):
        return value
    raise NoRepresentation("expected an integer, not metadata")


def unrotated(operand: int) -> int:
    """The integer of a signed VBR: the sign is in the lowest bit."""
    if operand & 1:
        if operand == 1:
            return -0x8000000000000000
        return -(operand >> 1)
    return operand >> 1


def rotated(value: int) -> int:
    """The operand of a signed integer of 64 bits: the sign goes to the lowest bit."""
    if value >= 0:
        return (value << 1) & MAX_64
    return ((-value << 1) | 1) & MAX_64


class Kind:
    """A kind of field. The defaults here are those of an unsigned integer of any size."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        """The value of a record's operand."""
        return operand

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        """The record's operand of a value."""
        return integer_of(value) & MAX_64

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        """The value of what is written; FieldError in LLVM's words where it is not one."""
        raise NotImplementedError

    def show(self, value: object, version: int, text: MetadataText) -> str:
        """What stands after the label."""
        return decimal_text(value) if isinstance(value, int) else str(value)

    def is_hidden(self, value: object, default: object, version: int, text: MetadataText) -> bool:
        """Whether the field is left out of text when it has this value."""
        return value == default

    def unsaid(self, default: object, version: int) -> object:
        """The value where text says nothing."""
        return default

    def complaint(self, value: object) -> str | None:
        """What is wrong with a value that text or bitcode gave, None when nothing is."""
        return None


def parse_unsigned(raw: RawValue, label: str, limit: int) -> int:
    """An integer from 0 to `limit`, in LLVM's words where it is not."""
    if raw.kind != INTEGER or raw.negative:
        raise FieldError("expected unsigned integer", AT_VALUE)
    if raw.integer > limit:
        raise FieldError(f"value for '{label}' too large, limit is {limit}", AT_VALUE)
    return raw.integer


@final
class Unsigned(Kind):
    """An unsigned integer up to `limit`; LLVM keeps the low `mask` bits of what a record holds."""

    def __init__(self, limit: int, mask: int) -> None:
        self.limit: int = limit
        self.mask: int = mask

    def decode(self, operand: int, source: MetadataSource) -> object:
        return operand & self.mask

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        return parse_unsigned(raw, label, self.limit)

    def complaint(self, value: object) -> str | None:
        if isinstance(value, int) and not 0 <= value <= self.mask:
            return f"value {value} does not fit"
        return None


@final
class Signed(Kind):
    """A signed integer of `bits` bits, in the record as it is (sign-extended to 64 bits)."""

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
    """An integer from `low` to `high`, in LLVM's words where it is not."""
    if raw.kind != INTEGER:
        raise FieldError("expected signed integer", AT_VALUE)
    if raw.integer < low:
        raise FieldError(f"value for '{label}' too small, limit is {low}", AT_VALUE)
    if raw.integer > high:
        raise FieldError(f"value for '{label}' too large, limit is {high}", AT_VALUE)
    return raw.integer


def zigzag(value: int) -> int:
    """The operand of a signed integer whose sign is in the lowest bit, its complement above where it is negative."""
    return (~(value << 1) if value < 0 else value << 1) & MAX_64


def unzigzag(operand: int) -> int:
    """The integer that `zigzag` gave this operand."""
    return ~(operand >> 1) if operand & 1 else operand >> 1


@final
class Rotated(Kind):
    """A signed integer of 64 bits with its sign in the lowest bit of the record's operand."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return unzigzag(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        if value is None:
            return 0
        return zigzag(integer_of(value))


@final
class TwosComplement(Kind):
    """A signed integer of 64 bits that stands in the record's operand as it is."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return operand - (1 << 64) if operand >> 63 else operand

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return 0 if value is None else integer_of(value) & MAX_64


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
    """An integer that may be absent (None); in the record plus one, 0 when absent."""

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
    """An integer that may be absent (None); in the record as it is, all ones when absent."""

    def __init__(self, limit: int, absent: int) -> None:
        self.limit: int = limit
        self.absent: int = absent

    def decode(self, operand: int, source: MetadataSource) -> object:
        return None if operand == self.absent else operand

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
        return text.reference(value)

    def is_hidden(self, value: object, default: object, version: int, text: MetadataText) -> bool:
        return value is None

    def complaint(self, value: object) -> str | None:
        return "null where metadata must be" if value is None and not self.nullable else None


def parse_reference(raw: RawValue) -> object | None:
    """Metadata as written; what is none gets LLVM's words."""
    if raw.kind != REFERENCE:
        raise FieldError("expected metadata operand", AT_VALUE)
    return raw.reference


@final
class PlainReference(Kind):
    """Metadata that is never null; in the record its number without the one added."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.metadata_not_null(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return (numbers.id_or_null(value) - 1) & MAX_32

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == NULL:
            raise FieldError(f"'{label}' cannot be null", AT_VALUE)
        return parse_reference(raw)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        return text.reference(value)

    def complaint(self, value: object) -> str | None:
        return "null where metadata must be" if value is None else None


@final
class References(Kind):
    """A braced list of metadata; the value is a tuple. In the record it is a tail, never one operand."""

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind != LIST:
            raise FieldError("expected '{' here", AT_VALUE)
        return tuple(raw.elements)

    def show(self, value: object, version: int, text: MetadataText) -> str:
        parts: list[str] = []
        if isinstance(value, tuple):
            for element in value:
                parts.append(text.reference(element))
        return "{" + ", ".join(parts) + "}"


@final
class String(Kind):
    """A metadata string; the empty string is None unless `keeps_empty` (since that version), and is shown as "".

    `refuses_empty`: the text must not be empty.
    """

    def __init__(self, refuses_empty: bool = False, keeps_empty_since: int = 9999) -> None:
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
class Named(Kind):
    """A number that has a name: a DWARF constant, an emission kind.

    `expected` and `invalid` are LLVM's nouns in its messages; a `limit` below 0: a number is no way to write it.
    `shown_as_byte`: LLVM prints a number without a name as the character of that code.
    """

    def __init__(
        self,
        table: NameTable,
        expected: str,
        invalid: str,
        limit: int,
        mask: int,
        zero_is_unknown: bool,
        shown_as_byte: bool = False,
    ) -> None:
        self.table: NameTable = table
        self.expected: str = expected
        self.invalid: str = invalid
        self.limit: int = limit
        self.mask: int = mask
        self.zero_is_unknown: bool = zero_is_unknown
        self.shown_as_byte: bool = shown_as_byte

    def decode(self, operand: int, source: MetadataSource) -> object:
        return operand & self.mask

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == INTEGER and self.limit >= 0:
            return parse_unsigned(raw, label, self.limit)
        if self.limit < 0 and raw.kind != WORDS:
            raise FieldError(f"invalid {self.invalid} '{label}'", AT_VALUE)
        if raw.kind != WORDS or not self.is_word(raw.words[0]):
            raise FieldError(f"expected {self.expected}", AT_VALUE)
        number = self.table.number(raw.words[0], version)
        if number < 0 or (number == 0 and self.zero_is_unknown):
            raise FieldError(f"invalid {self.invalid} '{raw.words[0]}'", AT_VALUE)
        return number

    def show(self, value: object, version: int, text: MetadataText) -> str:
        number = integer_of(value)
        if self.shown_as_byte and not self.table.text(number, version):
            return bytes([number & MAX_8]).decode("utf-8", "surrogateescape")
        return self.table.shown(number, version)

    def is_word(self, word: str) -> bool:
        """Whether LLVM's lexer takes a word for one of this kind, known or not."""
        if self.table.prefix:
            return word.startswith(self.table.prefix)
        return self.table.number(word, 9999) >= 0


@final
class MaybeNamed(Kind):
    """A number with a name that may be absent (None): in the record all ones of 32 bits."""

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
    """Bits with names: `DIFlagPublic | DIFlagPrototyped`; to `doubled_until` the message says "flag flag"."""

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
        """The bits of one word between `|`."""
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
    """A bound of a DISubrange: metadata, where an integer stands for a constant `i64`.

    To LLVM 10 a record holds the lower bound itself, so its value is an `int` then; 0 is the default and not shown.
    """

    def __init__(self, low: int, integer_until: int, zero_hidden_until: int) -> None:
        self.low: int = low
        self.integer_until: int = integer_until
        self.zero_hidden_until: int = zero_hidden_until

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.metadata(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        if isinstance(value, int):
            raise NoRepresentation("a bound that is no metadata")
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

    def unsaid(self, default: object, version: int) -> object:
        return 0 if version <= self.integer_until else default

    def show(self, value: object, version: int, text: MetadataText) -> str:
        if isinstance(value, int):
            return str(value)
        number = text.integer(value, True) if value is not None else None
        return str(number) if number is not None else text.reference(value)

    def is_hidden(self, value: object, default: object, version: int, text: MetadataText) -> bool:
        return value is None or (value == 0 and version <= self.zero_hidden_until)


@final
class TypeBound(Kind):
    """A bound of a DISubrangeType: metadata, where the parser takes an integer for a constant `i64`."""

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
        return text.reference(value)


@final
class GenericBound(Kind):
    """A bound of a DIGenericSubrange: metadata, where an integer stands for the expression of that constant."""

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
        return str(number) if number is not None else text.reference(value)


@final
class Extent(Kind):
    """A size or an offset in bits: an `int` to LLVM 20, metadata (mostly a constant `i64`) since 21."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return operand

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        return integer_of(value) & MAX_64

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind == INTEGER or version < 21:
            value = parse_unsigned(raw, label, MAX_64)
            return builder.integer(value) if version >= 21 else value
        if raw.kind == NULL:
            return None
        return parse_reference(raw)

    def unsaid(self, default: object, version: int) -> object:
        return 0 if version < 21 else default

    def show(self, value: object, version: int, text: MetadataText) -> str:
        if isinstance(value, int):
            return str(value)
        number = text.integer(value, False) if value is not None else None
        return str(number) if number is not None else text.reference(value)

    def is_hidden(self, value: object, default: object, version: int, text: MetadataText) -> bool:
        if value is None or isinstance(value, int):
            return not value
        return text.integer(value, False) == 0


@final
class ExtentReference(Kind):
    """How a record of LLVM 21 holds an Extent: as metadata."""

    def decode(self, operand: int, source: MetadataSource) -> object:
        return source.metadata(operand)

    def encode(self, value: object, numbers: MetadataNumbers) -> int:
        if isinstance(value, int):
            if value == 0:
                return 0
            raise NoRepresentation("a size that is no metadata")
        return numbers.id_or_null(value)


@final
class Wide(Kind):
    """An integer of any width; in the record it is a tail, never one operand."""

    def parse(self, raw: RawValue, label: str, version: int, builder: MetadataBuilder) -> object:
        if raw.kind != INTEGER:
            raise FieldError("expected integer", AT_VALUE)
        return raw.integer
