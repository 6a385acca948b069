"""The predicates of icmp and fcmp: word, number, the inverse predicate, and the one for swapped operands.

The numbers are the same as in CmpInst::Predicate, in the IR and in bitcode. The fcmp numbers are made of bits: 1 holds for equal
operands, 2 for a greater left one, 4 for a lesser, 8 for unordered ones (NaN).

Source: InstrTypes.h (Predicate). `python -m tests.releases.run PATH --subject words` shows what it lacks of an LLVM.
"""

from __future__ import annotations

from typing import Final, final

# --- fcmp: by number, from 0

FCMP_FALSE: Final = 0
FCMP_TRUE: Final = 15
FCMP_EQUAL: Final = 1
FCMP_GREATER: Final = 2
FCMP_LESS: Final = 4
FCMP_UNORDERED: Final = 8

FCMP_PREDICATES: Final[tuple[str, ...]] = (
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une", "true",
)  # fmt: skip
FCMP_NUMBERS: Final[dict[str, int]] = {word: number for number, word in enumerate(FCMP_PREDICATES)}

# --- icmp

ICMP_EQ: Final = 32
ICMP_NE: Final = 33
ICMP_UGT: Final = 34
ICMP_UGE: Final = 35
ICMP_ULT: Final = 36
ICMP_ULE: Final = 37
ICMP_SGT: Final = 38
ICMP_SGE: Final = 39
ICMP_SLT: Final = 40
ICMP_SLE: Final = 41
FIRST_ICMP: Final = ICMP_EQ
LAST_ICMP: Final = ICMP_SLE
# This predicate and those after it compare signed operands.
FIRST_SIGNED_ICMP: Final = ICMP_SGT


@final
class IntegerPredicate:
    """One predicate of icmp: its `word`, its `number`, the numbers of its `inverse` and of the one for `swapped` operands.

    `holds_for_equal`: equal operands satisfy it.
    """

    __slots__ = ("holds_for_equal", "inverse", "number", "swapped", "word")

    def __init__(self, word: str, number: int, inverse: int, swapped: int, holds_for_equal: bool) -> None:
        self.word = word
        self.number = number
        self.inverse = inverse
        self.swapped = swapped
        self.holds_for_equal = holds_for_equal

    def __repr__(self) -> str:
        return f"<IntegerPredicate {self.word}>"


ICMP_PREDICATES: Final[tuple[IntegerPredicate, ...]] = (
    IntegerPredicate("eq", ICMP_EQ, ICMP_NE, ICMP_EQ, True),
    IntegerPredicate("ne", ICMP_NE, ICMP_EQ, ICMP_NE, False),
    IntegerPredicate("ugt", ICMP_UGT, ICMP_ULE, ICMP_ULT, False),
    IntegerPredicate("uge", ICMP_UGE, ICMP_ULT, ICMP_ULE, True),
    IntegerPredicate("ult", ICMP_ULT, ICMP_UGE, ICMP_UGT, False),
    IntegerPredicate("ule", ICMP_ULE, ICMP_UGT, ICMP_UGE, True),
    IntegerPredicate("sgt", ICMP_SGT, ICMP_SLE, ICMP_SLT, False),
    IntegerPredicate("sge", ICMP_SGE, ICMP_SLT, ICMP_SLE, True),
    IntegerPredicate("slt", ICMP_SLT, ICMP_SGE, ICMP_SGT, False),
    IntegerPredicate("sle", ICMP_SLE, ICMP_SGT, ICMP_SGE, True),
)
ICMP_NUMBERS: Final[dict[str, int]] = {row.word: row.number for row in ICMP_PREDICATES}
ICMP_INVERSES: Final[dict[int, int]] = {row.number: row.inverse for row in ICMP_PREDICATES}
ICMP_SWAPPED: Final[dict[int, int]] = {row.number: row.swapped for row in ICMP_PREDICATES}
ICMP_HOLDING_FOR_EQUAL: Final = frozenset(row.number for row in ICMP_PREDICATES if row.holds_for_equal)

# A number or word that is not a predicate becomes one of these, and is printed as the word. The verifier refuses it.
NO_FCMP_PREDICATE: Final = FCMP_TRUE + 1
NO_ICMP_PREDICATE: Final = LAST_ICMP + 1
UNKNOWN_PREDICATE: Final = "unknown"

PREDICATE_OF_NUMBER: Final[dict[int, str]] = {
    **dict(enumerate(FCMP_PREDICATES)),
    **{row.number: row.word for row in ICMP_PREDICATES},
}


def inverse_of(number: int) -> int:
    """The predicate that holds where this one does not."""
    return ICMP_INVERSES[number] if number >= FIRST_ICMP else number ^ FCMP_TRUE


def swapped_of(number: int) -> int:
    """The predicate that holds for exchanged operands where this one holds."""
    if number >= FIRST_ICMP:
        return ICMP_SWAPPED[number]
    exchanged = number & ~(FCMP_GREATER | FCMP_LESS)
    if number & FCMP_GREATER:
        exchanged |= FCMP_LESS
    return exchanged | FCMP_GREATER if number & FCMP_LESS else exchanged
