"""Parses calling conventions: words, words with an argument, numbers."""

from __future__ import annotations

from typing import Final

from pyllvm.assembly.reader.numbers import unsigned_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State
from pyllvm.tables.calling_conventions import NUMBER_OF_WORD, RISCV_VECTOR_LENGTHS_SINCE, WITHOUT_LENGTH, WORD_SINCE, WORD_UNTIL

_MAXIMUM: Final = 1023


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
