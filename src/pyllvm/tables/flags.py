"""The flags of instructions and constant expressions: words, bits, the order in which LLVM prints them, first versions.

The bits are those of the records in bitcode (LLVMBitCodes.h), and the IR keeps them. A set of flags belongs to a kind of
operation; `tables/opcodes.py` names the set of each. A new flag is a row here, and where LLVM's writer abbreviates it a change
of `bitcode/writer/abbreviations.py`.
"""

from __future__ import annotations

from typing import Final, final

# The bits that code uses.
INBOUNDS: Final = 1
NO_UNSIGNED_SIGNED_WRAP: Final = 2
UNSAFE_ALGEBRA: Final = 1  # of LLVM 3: all fast-math flags
ALL_FAST_MATH: Final = 254  # the word `fast`

CAST_FLAGS_SINCE: Final = 18
GEP_FLAGS_SINCE: Final = 19


@final
class Flag:
    """One flag of a kind of operation: its `word`, its `bit`, the first LLVM that has it there.

    A flag that another flag implies is not printed beside it; `implied_by` is that one's bit.
    """

    __slots__ = ("bit", "implied_by", "since", "word")

    def __init__(self, word: str, bit: int, since: int = 0, implied_by: int = 0) -> None:
        self.word = word
        self.bit = bit
        self.since = since
        self.implied_by = implied_by

    def __repr__(self) -> str:
        return f"<Flag {self.word}>"


@final
class FlagSet:
    """The flags of a kind of operation, in the order of printing; `mask` has all their bits, `number` tells sets apart."""

    __slots__ = ("flags", "is_fast_math", "mask", "number", "settled_since")

    def __init__(self, number: int, flags: list[Flag], is_fast_math: bool = False) -> None:
        self.number = number
        self.flags = flags
        self.is_fast_math = is_fast_math
        self.mask = 0
        self.settled_since = 0
        for flag in flags:
            self.mask |= flag.bit
            self.settled_since = max(self.settled_since, flag.since)

    def lacking(self, bits: int, version: int) -> list[Flag]:
        """The flags in `bits` that LLVM of that version lacks; one stands for all fast-math flags."""
        if version >= self.settled_since:
            return []
        found = [flag for flag in self.flags if bits & flag.bit and not bits & flag.implied_by and version < flag.since]
        return found[:1] if self.is_fast_math else found

    def name_of(self, flag: Flag, operation: str) -> str:
        """The name of an operation's flag in messages."""
        return f"fast-math flags of {operation}" if self.is_fast_math else f"'{flag.word}' of {operation}"

    def text(self, bits: int) -> str:
        """The words of these flags as LLVM prints them, each with a blank before it."""
        if self.is_fast_math and (bits & UNSAFE_ALGEBRA or bits & ALL_FAST_MATH == ALL_FAST_MATH):
            return " fast"
        return "".join([" " + flag.word for flag in self.flags if bits & flag.bit and not bits & flag.implied_by])


def _fast_math(since: int = 0) -> list[Flag]:
    return [
        Flag("reassoc", 128, since),
        Flag("nnan", 2, since),
        Flag("ninf", 4, since),
        Flag("nsz", 8, since),
        Flag("arcp", 16, since),
        Flag("contract", 32, since),
        Flag("afn", 64, since),
    ]


NO_FLAGS: Final = FlagSet(0, [])
WRAP: Final = FlagSet(1, [Flag("nuw", 1), Flag("nsw", 2)])
WRAP_OF_TRUNC: Final = FlagSet(2, [Flag("nuw", 1, 19), Flag("nsw", 2, 19)])
EXACT: Final = FlagSet(3, [Flag("exact", 1)])
DISJOINT: Final = FlagSet(4, [Flag("disjoint", 1, 18)])
NON_NEGATIVE_OF_ZEXT: Final = FlagSet(5, [Flag("nneg", 1, CAST_FLAGS_SINCE)])
NON_NEGATIVE_OF_UITOFP: Final = FlagSet(6, [Flag("nneg", 1, 19)])
SAME_SIGN: Final = FlagSet(7, [Flag("samesign", 1, 20)])
GEP_FLAGS: Final = FlagSet(
    8,
    [
        Flag("inbounds", INBOUNDS),
        Flag("nusw", NO_UNSIGNED_SIGNED_WRAP, GEP_FLAGS_SINCE, implied_by=INBOUNDS),
        Flag("nuw", 4, GEP_FLAGS_SINCE),
    ],
)
FAST_MATH: Final = FlagSet(9, _fast_math(), is_fast_math=True)
FAST_MATH_OF_SELECT: Final = FlagSet(10, _fast_math(9), is_fast_math=True)
FAST_MATH_OF_PHI: Final = FlagSet(11, _fast_math(10), is_fast_math=True)
FAST_MATH_OF_CASTS: Final = FlagSet(12, _fast_math(20), is_fast_math=True)
