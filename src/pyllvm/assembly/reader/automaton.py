"""The parser's tables as the driver needs them: integers of two bytes, the low one first, in `bytes`; and words for the lexer.

An installed pyllvm has them in a file beside the grammar. A source checkout has them in the user's cache (automaton_cache.py).
A word is found by its last characters, without a bytes object of its own: together with the numbers that tokens have in place of
a text, that saves a tenth of the time in which a text is read.
"""

from __future__ import annotations

import os
from typing import Final, final

from librt.strings import read_i16_le
from mypy_extensions import i64

from pyllvm.assembly.reader.automaton_format import FOLDER, Encoded, read_tables

SHORT_WORD: Final = 7
"""The most characters of a word that is found by them alone: they fit in a signed 64-bit number."""
MOST_CHARACTERS: Final = (1 << 48) - 1
"""A number with so many bits has space for one more character."""

_SLOTS: Final = 2048
TABLES_FILE: Final = os.path.join(FOLDER, "llvm.tables")


def slot_of(characters: i64) -> i64:
    """The place of a word in the table; `characters` are its last bytes as a big-endian number."""
    mixed: i64 = characters ^ (characters >> 11) ^ (characters >> 27) ^ (characters >> 41)
    return mixed & (_SLOTS - 1)


@final
class KnownWord:
    """A word with its last characters as a number, its length, its kind, and the next word with the same slot."""

    __slots__ = ("characters", "kind", "length", "next", "text")

    def __init__(self, characters: i64, kind: i64, text: bytes, following: KnownWord | None) -> None:
        self.characters: Final[i64] = characters
        self.length: Final[i64] = len(text)
        self.kind: Final[i64] = kind
        self.text: Final = text
        self.next: Final = following


@final
class Keywords:
    """`kinds` has the kinds of all words, and `slots` the words themselves."""

    __slots__ = ("kinds", "slots")

    def __init__(self, kinds: dict[bytes, int]) -> None:
        self.kinds: Final = kinds
        self.slots: Final[list[KnownWord | None]] = [None] * _SLOTS
        for word, kind in kinds.items():
            characters: i64 = 0
            for byte in word:
                characters = (characters & MOST_CHARACTERS) << 8 | byte
            slot: i64 = slot_of(characters)
            self.slots[slot] = KnownWord(characters, kind, word, self.slots[slot])


def entry(table: bytes, number: i64) -> i64:
    """An entry of a table; `IndexError` if there is none of that number."""
    return i64(read_i16_le(table, 2 * number))


@final
class Tables:
    """LALR(1) tables.

    The action for a state and a terminal is `action[action_row[state] * terminal_count + terminal]`. A positive number shifts to
    that state minus one. A negative number reduces by that rule, counted from 1. Zero means `default[state]`: a rule to reduce
    by, counted from 1, or zero for an error, or -1 for the end. If a state always reduces by one rule, its `action_row` is minus
    the number of the rule. `rules` has the length, the nonterminal and the number of the action of each rule in one number.
    After a reduction the state is `goto[goto_row[state] * nonterminal_count + nonterminal]`.
    """

    __slots__ = (
        "action",
        "action_row",
        "default",
        "goto",
        "goto_row",
        "keywords",
        "message",
        "messages",
        "nonterminal_count",
        "rules",
        "terminal_count",
        "terminals",
    )

    def __init__(self, encoded: Encoded) -> None:
        self.keywords: Keywords = Keywords(encoded[1])
        self.terminals: list[str] = encoded[2]
        self.terminal_count: i64 = encoded[3]
        self.nonterminal_count: i64 = encoded[4]
        self.action: bytes = encoded[5]
        self.action_row: bytes = encoded[6]
        self.default: bytes = encoded[7]
        self.goto: bytes = encoded[8]
        self.goto_row: bytes = encoded[9]
        self.rules: bytes = encoded[10]
        self.messages: list[str] = encoded[11]
        self.message: bytes = encoded[12]
        """The message of a syntax error in a state: an index into `messages`."""

    def action_for(self, state: int, terminal: int) -> int:
        """The entry of the table for a terminal in a state."""
        row = entry(self.action_row, state)
        return 0 if row < 0 else entry(self.action, row * self.terminal_count + terminal)

    def message_of(self, state: int) -> str:
        """The message of a syntax error in a state."""
        return self.messages[entry(self.message, state)]


_loaded: list[Tables] = []


def load_tables() -> Tables:
    """Load the tables of the grammar from the package or the cache, or build them."""
    if _loaded:
        return _loaded[0]
    encoded = read_tables(TABLES_FILE)
    if encoded is None:
        # An installed package does not need it.
        from pyllvm.assembly.reader.automaton_cache import cached_tables

        encoded = cached_tables()
    tables = Tables(encoded)
    _loaded.append(tables)
    return tables
