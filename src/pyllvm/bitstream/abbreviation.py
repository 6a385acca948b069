"""Abbreviations: how a record's operands are laid out in bits, flattened for the cursor's and the writer's loops."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitstream.constants import ARRAY, BLOB, CHAR6, FIXED, LITERAL, MAXIMUM_WIDTH, VBR

_ENCODING_NAMES: Final = {LITERAL: "literal", FIXED: "fixed", VBR: "vbr", ARRAY: "array", CHAR6: "char6", BLOB: "blob"}


@final
class AbbreviationOperand:
    """One operand of an abbreviation: its encoding, and the literal's value or the field's width."""

    __slots__ = ("encoding", "value")

    def __init__(self, encoding: int, value: int = 0) -> None:
        self.encoding = encoding
        self.value = value

    @property
    def name(self) -> str:
        """The encoding in words: "literal", "fixed", "vbr", "array", "char6" or "blob"."""
        return _ENCODING_NAMES[self.encoding]

    @property
    def has_value(self) -> bool:
        """Whether the definition carries a value: a literal's, or a width."""
        return self.encoding == LITERAL or self.encoding == FIXED or self.encoding == VBR

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbbreviationOperand) and self.encoding == other.encoding and self.value == other.value

    def __hash__(self) -> int:
        return hash((self.encoding, self.value))

    def __repr__(self) -> str:
        return f"{self.name}({self.value})" if self.has_value else self.name


def Literal(value: int) -> AbbreviationOperand:
    """An operand that is always this value and takes no bits."""
    return AbbreviationOperand(LITERAL, value)


def Fixed(width: int) -> AbbreviationOperand:
    """A field of so many bits."""
    return AbbreviationOperand(FIXED, width)


def Vbr(width: int) -> AbbreviationOperand:
    """A field of chunks of so many bits, each with a bit that says whether another follows."""
    return AbbreviationOperand(VBR, width)


ArrayOf: Final = AbbreviationOperand(ARRAY)
"""A count, then so many of the operand that follows; last but one in an abbreviation."""
Char6: Final = AbbreviationOperand(CHAR6)
"""One of the 64 commonest characters of identifiers, in six bits."""
Blob: Final = AbbreviationOperand(BLOB)
"""A count, then so many bytes, aligned to 32 bits on both sides; last in an abbreviation."""


@final
class Abbreviation:
    """The layout of a record, its code first. Immutable once made; shared by every block that uses it.

    `encodings`, `widths` and `literals` are the operands before the array, if there is one, and `element_encoding`
    and `element_width` are the array's: what the loops of the cursor and the writer walk. `problem` says why the
    abbreviation cannot be used: LLVM complains when a record uses it, not when it is defined.
    """

    __slots__ = (
        "element_encoding",
        "element_width",
        "encodings",
        "has_array",
        "literals",
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
