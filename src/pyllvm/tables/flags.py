"""The flags of instructions and constant expressions: words, bits, the order in which LLVM prints them, first versions.

The bits are the same as in bitcode's records (LLVMBitCodes.h), and the IR keeps them. A set of flags belongs to a kind of
operation; `tables/opcodes.py` names the set of each. A new flag is a row here, and where LLVM's writer abbreviates it a change
of `bitcode/writer/abbreviations.py`.

Source: Operator.h; LLVMBitCodes.h. `python -m tests.releases.run PATH --subject words` shows what it lacks of an LLVM.
"""

from __future__ import annotations

from typing import Final, final

# The bits that code uses.
INBOUNDS: Final = 1
NON_NEGATIVE: Final = 1
NO_UNSIGNED_SIGNED_WRAP: Final = 2
UNSAFE_ALGEBRA: Final = 1  # of LLVM 3: all fast-math flags
ALL_FAST_MATH: Final = 254  # the word `fast`
APPROXIMATE_FUNCTIONS: Final = 64  # the word `afn`

CAST_FLAGS_SINCE: Final = 18
GEP_FLAGS_SINCE: Final = 19
FAST_MATH_OF_INTEGERS_SINCE: Final = 23


@final
class Flag:
    """One flag of a kind of operation: its `word`, its `bit`, the first LLVM that has it there.

    A flag that another flag implies is not printed beside it; `implied_by` is that one's bit.
    """

    __slots__ = ("bit", "implied_by", "is_fast_math", "since", "word")

    def __init__(self, word: str, bit: int, since: int = 0, implied_by: int = 0, is_fast_math: bool = False) -> None:
        self.word = word
        self.bit = bit
        self.since = since
        self.implied_by = implied_by
        self.is_fast_math = is_fast_math

    def __repr__(self) -> str:
        return f"<Flag {self.word}>"


@final
class FlagSet:
    """The flags of a kind of operation, in the order of printing; `number` tells sets apart.

    `mask` has all their bits, `fast_math` the bits that the word `fast` means. Where these are all, `is_fast_math` is true.
    """

    __slots__ = ("_texts", "fast_math", "flags", "is_fast_math", "mask", "number", "settled_since")

    def __init__(self, number: int, flags: list[Flag]) -> None:
        self.number = number
        self.flags = flags
        self.mask = 0
        self.fast_math = 0
        self.settled_since = 0
        for flag in flags:
            self.mask |= flag.bit
            if flag.is_fast_math:
                self.fast_math |= flag.bit
            self.settled_since = max(self.settled_since, flag.since)
        self.is_fast_math = self.mask != 0 and self.mask == self.fast_math
        # The texts by the bits, each from when it is first needed.
        self._texts: Final = [""] * (1 << (self.mask | UNSAFE_ALGEBRA).bit_length())

    def bit(self, word: str) -> int:
        """The bit of the flag with that word."""
        return next(flag.bit for flag in self.flags if flag.word == word)

    def lacking(self, bits: int, version: int) -> list[Flag]:
        """The flags in `bits` that LLVM of this version lacks; one flag represents all fast-math flags."""
        if version >= self.settled_since:
            return []
        found: list[Flag] = []
        for flag in self.flags:
            if bits & flag.bit and not bits & flag.implied_by and version < flag.since:
                if not (flag.is_fast_math and found and found[0].is_fast_math):
                    found.append(flag)
        return found

    def name_of(self, flag: Flag, operation: str) -> str:
        """The name of an operation's flag in messages."""
        return f"fast-math flags of {operation}" if flag.is_fast_math else f"'{flag.word}' of {operation}"

    def text(self, bits: int) -> str:
        """The words of these flags as LLVM prints them, each with a blank before it."""
        bits &= len(self._texts) - 1
        text = self._texts[bits]
        if not text:
            text = self._spelled(bits)
            self._texts[bits] = text
        return text

    def _spelled(self, bits: int) -> str:
        fast = ""
        if self.fast_math and (bits & self.fast_math == self.fast_math or (self.is_fast_math and bits & UNSAFE_ALGEBRA)):
            fast = " fast"
            bits &= ~self.fast_math
        return fast + "".join([" " + flag.word for flag in self.flags if bits & flag.bit and not bits & flag.implied_by])


def _fast_math(since: int = 0, shift: int = 0) -> list[Flag]:
    words = (("reassoc", 128), ("nnan", 2), ("ninf", 4), ("nsz", 8), ("arcp", 16), ("contract", 32))
    last = ("afn", APPROXIMATE_FUNCTIONS)
    return [Flag(word, bit << shift, since, is_fast_math=True) for word, bit in (*words, last)]


NO_FLAGS: Final = FlagSet(0, [])
WRAP: Final = FlagSet(
    1,
    [
        Flag("nuw", 1),
        Flag("nsw", 2),
    ],
)
WRAP_OF_TRUNC: Final = FlagSet(2, [Flag("nuw", 1, 19), Flag("nsw", 2, 19)])
EXACT: Final = FlagSet(3, [Flag("exact", 1)])
DISJOINT: Final = FlagSet(4, [Flag("disjoint", 1, 18)])
NON_NEGATIVE_OF_ZEXT: Final = FlagSet(5, [Flag("nneg", 1, CAST_FLAGS_SINCE)])
# In the records of uitofp, the fast-math flags are above `nneg`.
FLAGS_OF_UITOFP: Final = FlagSet(6, [*_fast_math(FAST_MATH_OF_INTEGERS_SINCE, 1), Flag("nneg", NON_NEGATIVE, 19)])
SAME_SIGN: Final = FlagSet(7, [Flag("samesign", 1, 20)])
GEP_FLAGS: Final = FlagSet(
    8,
    [
        Flag("inbounds", INBOUNDS),
        Flag("nusw", NO_UNSIGNED_SIGNED_WRAP, GEP_FLAGS_SINCE, implied_by=INBOUNDS),
        Flag("nuw", 4, GEP_FLAGS_SINCE),
    ],
)
FAST_MATH: Final = FlagSet(9, _fast_math())
FAST_MATH_OF_SELECT: Final = FlagSet(10, _fast_math(9))
FAST_MATH_OF_PHI: Final = FlagSet(11, _fast_math(10))
FAST_MATH_OF_CASTS: Final = FlagSet(12, _fast_math(20))
FAST_MATH_OF_SITOFP: Final = FlagSet(13, _fast_math(FAST_MATH_OF_INTEGERS_SINCE))
NON_NULL_OF_CAST: Final = FlagSet(14, [Flag("nonnull", 1, 24)])
