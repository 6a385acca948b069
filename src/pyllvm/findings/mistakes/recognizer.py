"""The parser's tables asked as a question: how far do these words parse on?"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.strings import read_i64_le

from pyllvm.assembly.reader.automaton import Tables, entry, load_tables
from pyllvm.assembly.reader.automaton_format import LENGTH_MASK, NONTERMINAL_MASK, NONTERMINAL_SHIFT
from pyllvm.assembly.reader.lexer import Lexer
from pyllvm.assembly.reader.token_kinds import COMMA, COMMA_ATTACHMENT, END, METADATA_VAR, NAMED_METADATA, SPECIALIZED_NODE
from pyllvm.findings.mistakes.text import Word

Stack = list[int]
"""The states of the parser, the innermost last."""

BODY: Final = "define void @f() {"


@lru_cache(maxsize=10_000)
def terminals_of(text: str) -> tuple[int, ...]:
    """The terminals of the grammar that a word is."""
    lexer = Lexer(text.encode("latin-1", "replace"), load_tables().keywords)
    found: list[int] = []
    while True:
        kind = lexer.next_token()
        if kind == END:
            return tuple(found)
        found.append(kind)


def _terminals(words: list[Word], at: int) -> tuple[int, ...]:
    """The terminals of a word, which for metadata and commas depend on the words behind it."""
    found = terminals_of(words[at].text)
    following = words[at + 1].text if at + 1 < len(words) else ""
    if found == (METADATA_VAR,):
        return (NAMED_METADATA,) if following == "=" else (SPECIALIZED_NODE,) if following == "(" else found
    if found == (COMMA,) and terminals_of(following) == (METADATA_VAR,):
        is_node = at + 2 < len(words) and words[at + 2].text == "("
        return found if is_node else (COMMA_ATTACHMENT,)
    return found


@final
class Recognizer:
    """Runs the tables over words, without the actions."""

    def __init__(self, before: str = "") -> None:
        """`before` is the text that was read before the words."""
        self._tables: Final[Tables] = load_tables()
        self.start: Final[Stack] = [0]
        for terminal in terminals_of(before):
            self.shift(self.start, terminal)

    def shift(self, stack: Stack, terminal: int) -> bool:
        """Read a terminal; returns whether the grammar has it here."""
        tables = self._tables
        while True:
            state = stack[-1]
            row = entry(tables.action_row, state)
            rule = -row
            if row >= 0:
                action = entry(tables.action, row * tables.terminal_count + terminal)
                if action > 0:
                    stack.append(action - 1)
                    return True
                rule = -action if action < 0 else entry(tables.default, state)
                if rule <= 0:
                    if terminal == COMMA_ATTACHMENT:
                        terminal = COMMA
                        continue
                    return rule < 0 and terminal == END
            reduction = read_i64_le(tables.rules, 8 * rule)
            del stack[len(stack) - (reduction & LENGTH_MASK) :]
            row = entry(tables.goto_row, stack[-1])
            nonterminal = reduction >> NONTERMINAL_SHIFT & NONTERMINAL_MASK
            stack.append(entry(tables.goto, row * tables.nonterminal_count + nonterminal))

    def read(self, stack: Stack, words: list[Word], at: int) -> bool:
        """Read a word; returns whether the grammar has it here."""
        return all(self.shift(stack, terminal) for terminal in _terminals(words, at))

    def first_error(self, stack: Stack, words: list[Word], at: int) -> int:
        """The index of the first word from `at` on that the grammar does not have; the number of words if it has them all."""
        while at < len(words) and self.read(stack, words, at):
            at += 1
        return at
