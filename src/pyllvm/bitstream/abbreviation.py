"""Abbreviations: the bit layout of a record's operands, flattened for the loops of the cursor and the writer.

The BLOCKINFO block of a stream defines abbreviations for other blocks.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitstream.stream_numbers import ARRAY, BLOB, CHAR6, FIXED, LITERAL, MAXIMUM_WIDTH, VBR

_ENCODING_NAMES: Final = {LITERAL: "literal", FIXED: "fixed", VBR: "vbr", ARRAY: "array", CHAR6: "char6", BLOB: "blob"}


@final
class AbbreviationOperand:
    """One operand of an abbreviation: its encoding, and the literal's value or the field's width in bits."""

    __slots__ = ("encoding", "value")

    def __init__(self, encoding: int, value: int = 0) -> None:
        self.encoding = encoding
        self.value = value

    @property
    def name(self) -> str:
        """The encoding's name: "literal", "fixed", "vbr", "array", "char6" or "blob"."""
        return _ENCODING_NAMES[self.encoding]

    @property
    def has_value(self) -> bool:
        """Whether the definition contains a value: a literal's value or a width."""
        return self.encoding == LITERAL or self.encoding == FIXED or self.encoding == VBR

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbbreviationOperand) and self.encoding == other.encoding and self.value == other.value

    def __hash__(self) -> int:
        return hash((self.encoding, self.value))

    def __repr__(self) -> str:
        return f"{self.name}({self.value})" if self.has_value else self.name


def Literal(value: int) -> AbbreviationOperand:
    """Make an operand that always has this value and takes no bits."""
    return AbbreviationOperand(LITERAL, value)


def Fixed(width: int) -> AbbreviationOperand:
    """Make an operand for a field of `width` bits."""
    return AbbreviationOperand(FIXED, width)


def Vbr(width: int) -> AbbreviationOperand:
    """Make an operand for a field of chunks of `width` bits, each with a bit that tells whether another chunk follows."""
    return AbbreviationOperand(VBR, width)


ArrayOf: Final = AbbreviationOperand(ARRAY)
"""A count, then that number of elements of the operand that follows; last but one in an abbreviation."""
Char6: Final = AbbreviationOperand(CHAR6)
"""One of 64 characters that are common in identifiers, in six bits."""
Blob: Final = AbbreviationOperand(BLOB)
"""A count, then that number of bytes, aligned to 32 bits on both sides; last in an abbreviation."""


MANY_OPERANDS: Final = 256
"""More operands than LLVM's abbreviations have."""


@final
class Abbreviation:
    """The layout of a record, its code first. Immutable, and shared by every block that uses it.

    `encodings`, `widths` and `literals` describe the operands before the array, if there is one; `element_encoding` and
    `element_width` describe the array. The loops of the cursor and the writer use these. `only_literals` has the operands of an
    abbreviation of literals alone, without the code: such a record takes no bits but its id, whatever its length. `problem`
    is the reason why the abbreviation cannot be used, or empty: LLVM reports it when a record uses the abbreviation, not when
    it is defined. `is_special`: there is such a reason, or the record is of literals alone, or of very many operands.
    """

    __slots__ = (
        "element_encoding",
        "element_width",
        "encodings",
        "has_array",
        "is_special",
        "literals",
        "only_literals",
        "operands",
        "problem",
        "widths",
    )

    def __init__(self, operands: list[AbbreviationOperand]) -> None:
        self.operands: Final = operands
        scalars = len(operands)
        self.has_array: bool = False
        self.element_encoding: int = 0
        self.element_width: int = 0
        self.problem: str = ""
        for index, operand in enumerate(operands):
            if operand.encoding == ARRAY:
                self.has_array = True
                scalars = index
                break
        if not operands:
            self.problem = "Abbrev record with no operands"
        elif operands[0].encoding in (ARRAY, BLOB):
            self.problem = "Abbreviation starts with an Array or a Blob"
        elif self.has_array:
            self._flatten_array(scalars)
        encodings: list[int] = []
        widths: list[int] = []
        literals: list[int] = []
        for operand in operands[:scalars]:
            is_literal = operand.encoding == LITERAL
            encodings.append(operand.encoding)
            literals.append(operand.value if is_literal else 0)
            widths.append(0 if is_literal else operand.value & 0xFF)
            if not is_literal and operand.value > MAXIMUM_WIDTH:
                self.problem = "Fixed or VBR abbrev record with size > MaxChunkData"
        self.encodings: bytes = bytes(encodings)
        self.widths: bytes = bytes(widths)
        self.literals: list[int] = literals
        has_bits = self.has_array or encodings.count(LITERAL) < len(encodings)
        self.only_literals: list[int] | None = None if has_bits else literals[1:]
        self.is_special: bool = bool(self.problem) or not has_bits or len(literals) > MANY_OPERANDS

    def _flatten_array(self, index: int) -> None:
        if index + 2 != len(self.operands):
            self.problem = "Array op not second to last"
            return
        element = self.operands[index + 1]
        if element.encoding == LITERAL:
            self.problem = "Array element type has to be an encoding of a type"
        elif element.encoding in (ARRAY, BLOB):
            self.problem = "Array element type can't be an Array or a Blob"
        elif element.value > MAXIMUM_WIDTH:
            self.problem = "Fixed or VBR abbrev record with size > MaxChunkData"
        self.element_encoding = element.encoding
        self.element_width = element.value & 0xFF

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Abbreviation) and self.operands == other.operands

    def __hash__(self) -> int:
        return hash(tuple(self.operands))

    def __repr__(self) -> str:
        return f"Abbreviation({self.operands!r})"


@final
class BlockInfoEntry:
    """The predefined abbreviations and names of the blocks with one id."""

    __slots__ = ("abbreviations", "name", "record_names")

    def __init__(self) -> None:
        self.abbreviations: list[Abbreviation] = []
        self.name: str = ""
        self.record_names: dict[int, str] = {}


@final
class BlockInfo:
    """The contents of one BLOCKINFO block, by block id. The cursor makes a new object for each later BLOCKINFO block.

    A cursor for a block that is read lazily therefore keeps the contents that apply at that block.
    """

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: dict[int, BlockInfoEntry] = {}

    def entry(self, block_id: int) -> BlockInfoEntry:
        """Return the entry of a block id; create it if there is none."""
        entry = self.entries.get(block_id)
        if entry is None:
            entry = BlockInfoEntry()
            self.entries[block_id] = entry
        return entry

    def abbreviations(self, block_id: int) -> list[Abbreviation]:
        """Return the predefined abbreviations of a block id. All blocks of the id share the list; do not change it."""
        entry = self.entries.get(block_id)
        return entry.abbreviations if entry is not None else []
