"""Parses words before the operands: the flags of an instruction or constant expression, and calling conventions.

Flags are nuw, exact, fast, inbounds ... A convention is a word, a word with an argument, or a number.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.numbers import integer_value, unsigned_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State
from pyllvm.ir.types import Type
from pyllvm.tables.calling_conventions import NUMBER_OF_WORD, RISCV_VECTOR_LENGTHS_SINCE, WITHOUT_LENGTH, WORD_SINCE, WORD_UNTIL
from pyllvm.tables.flags import NON_NEGATIVE, Flag
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION

# Indexed by the operation's word and by the flag's word.
_FLAGS: Final[dict[bytes, dict[bytes, Flag]]] = {
    operation.encode(): {flag.word.encode(): flag for flag in takes.flags} for operation, takes in FLAGS_OF_OPERATION.items()
}
for _operation, _takes in FLAGS_OF_OPERATION.items():
    if _takes.fast_math:
        _words = _FLAGS[_operation.encode()]
        _words[b"fast"] = Flag("fast", _takes.fast_math, _words[b"nnan"].since, is_fast_math=True)
_MAXIMUM: Final = 1023


@final
class GepFlags:
    """The flags of a getelementptr as written."""

    __slots__ = ("bits", "in_range")

    def __init__(self, bits: int, in_range: tuple[int, int] | None) -> None:
        self.bits = bits
        self.in_range = in_range


@final
class FlagBuilder:
    """Joins flags to the number in which the IR stores them."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        if action == a.ADD_FLAG:
            return self._with_flag(base)
        stack = self.stack
        if action == a.FLAG:
            # The preceding word is the operation.
            return self._flag(stack.bytes_at(base - 1), stack.bytes_at(base + c.FLAG_FLAG), stack.starts[base]).bit
        assert action == a.ADD_INRANGE
        flags = stack.values[base + c.ANY_GEP_FLAG_FLAGS]
        self._check_is_open(base)
        bounds = (
            integer_value(stack.bytes_at(base + c.ADD_INRANGE_LOW)),
            integer_value(stack.bytes_at(base + c.ADD_INRANGE_HIGH)),
        )
        return GepFlags(flags.bits if isinstance(flags, GepFlags) else 0, bounds)

    def _check_is_open(self, base: i64) -> None:
        """Refuse what follows `inrange(...)`, the last flag of an expression."""
        flags = self.stack.values[base + c.ANY_GEP_FLAG_FLAGS]
        if isinstance(flags, GepFlags) and flags.in_range is not None and self._is_in_value(base):
            self.state.error(self.stack.starts[base + c.ANY_GEP_FLAG_FLAG], "expected '(' in constantexpr")

    def _is_in_value(self, base: i64) -> bool:
        """Whether the operation before the flags at `base` is an expression, not an instruction."""
        before = base - 2
        return isinstance(self.stack.values[before], Type) or self.state.data[self.stack.starts[before]] in b",(["

    def _flag(self, operation: bytes, word: bytes, start: int) -> Flag:
        """The flag of that word; the operation must have it in this version."""
        flag = _FLAGS[operation].get(word)
        if flag is None:
            # The grammar has one kind of token for the flags of several operations.
            self.state.error(start, "expected type")
        if flag.since > self.state.version:
            what = "a fast-math flag" if flag.is_fast_math else f"'{flag.word}'"
            self.state.needs(start, f"{what} of {operation.decode()}", flag.since)
        return flag

    def _with_flag(self, base: i64) -> object:
        stack = self.stack
        before = stack.values[base + c.ANY_GEP_FLAG_FLAGS]
        word = stack.bytes_at(base + c.ANY_GEP_FLAG_FLAG)
        start = stack.starts[base + c.ANY_GEP_FLAG_FLAG]
        # The word before all flags is the operation.
        operation = stack.bytes_at(base - 1)
        bit = self._flag(operation, word, start).bit
        if operation == b"getelementptr":
            self._check_is_open(base)
            if isinstance(before, GepFlags):
                return GepFlags(before.bits | bit, before.in_range)
            return GepFlags(bit, None)
        flags = before if isinstance(before, int) else 0
        if flags & bit and (word == b"nuw" or word == b"nsw"):
            self.state.error(start, "expected '(' in binary constantexpr" if self._is_in_value(base) else "expected type")
        if flags & NON_NEGATIVE and operation == b"uitofp":
            self.state.error(start, "expected type")  # `nneg` is the last
        return flags | bit


def convention_at(stack: Stack, at: int, state: State) -> int:
    """The number of the convention at `at`, written as a number or word; 0 if there is none."""
    convention = stack.values[at]
    if convention is None:
        return 0
    if isinstance(convention, int):
        return convention
    assert isinstance(convention, bytes)
    return convention_of_word(convention, None, stack.starts[at], state)


def convention_of_word(word: bytes, argument: bytes | None, start: int, state: State) -> int:
    """The number of a calling convention, from its word."""
    text = word.decode() if argument is None else f"{word.decode()}({argument.decode()})"
    text = WITHOUT_LENGTH.get(text, text)
    if text not in NUMBER_OF_WORD:
        # One word has an argument: LLVM gives the place behind it.
        state.needs(start, f"'{word.decode()}'", RISCV_VECTOR_LENGTHS_SINCE)
        state.error(state.ahead, "unknown RISC-V ABI VLEN")
    state.needs(start, f"'{text}'", WORD_SINCE[text])
    state.ends(start, f"'{text}'", WORD_UNTIL[text], "expected type")
    return NUMBER_OF_WORD[text]


def convention_of_number(digits: bytes, start: int, state: State) -> int:
    """The number after `cc`."""
    number = unsigned_value(digits)
    if number < 0:
        state.error(start, "expected integer")
    if number > _MAXIMUM:
        state.error(start, "expected 32-bit integer (too large)" if number >> 32 else "invalid calling convention")
    return number
