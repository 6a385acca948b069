"""The parser's tables as the driver needs them: integers of two bytes, the low one first, in `bytes`.

An installed pyllvm has them in a file beside the grammar. A source checkout has them in the user's cache (automaton_cache.py).
"""

from __future__ import annotations

import os
from typing import Final, final

from librt.strings import read_i16_le
from mypy_extensions import i64

from pyllvm.assembly.reader.automaton_format import FOLDER, Encoded, read_tables
from pyllvm.assembly.reader.keywords import Keywords

TABLES_FILE: Final = os.path.join(FOLDER, "llvm.tables")


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
