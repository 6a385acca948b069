"""Converts the Lark grammar to flat LALR(1) tables. Only this module imports Lark and depends on its internals.

Lark reads the grammar through its public interface. Messages are chosen by the states and their items, which come from Lark's
LALR analysis. That is not public: tests/assembly/reader/test_automaton_build.py fails if it changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, final

from lark import Lark
from lark.lexer import Lexer as LarkLexer
from lark.lexer import Token
from lark.parsers.lalr_analysis import LALR_Analyzer, Shift

from pyllvm.assembly.reader import children_build
from pyllvm.assembly.reader.actions import PASS_ON
from pyllvm.assembly.reader.automaton_format import ACTION_SHIFT, GRAMMAR_FILE, NONTERMINAL_SHIFT, Encoded, action_numbers, packed
from pyllvm.assembly.reader.syntax_messages import Item, syntax_message
from pyllvm.assembly.reader.token_kinds import FIRST_WORD, TERMINALS
from pyllvm.assembly.reader.words import TERMINAL_WORDS

START: Final = "module"


@final
class _NoLexer(LarkLexer):
    """Lark requires a lexer; the driver has its own."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, *arguments: object) -> Iterator[Token]:
        return iter(())


def _words_of(pattern: str) -> list[str]:
    """The words of a terminal for one or several words, from its pattern."""
    return re.findall(r"[A-Za-z0-9_]+", pattern.replace("(?:", "("))


def build_tables(key: str) -> Encoded:
    """Analyse the grammar and return its tables, ready to be stored. Raises Lark's GrammarError for conflicts in the grammar."""
    grammar = Path(GRAMMAR_FILE).read_text(encoding="utf-8")
    children_build.check(grammar)
    lark = Lark(
        children_build.without_labels(grammar),
        parser="lalr",
        lexer=_NoLexer,
        strict=True,
        keep_all_tokens=True,
        start=START,
        maybe_placeholders=False,
    )
    terminals = list(TERMINALS)
    number_of = {name: number for number, name in enumerate(TERMINALS)}
    keywords: dict[bytes, int] = {}

    def add_words(terminal: str, words: list[str]) -> None:
        number_of[terminal] = len(terminals)
        terminals.append(terminal)
        for word in words:
            if word.encode() in keywords:
                raise ValueError(f"the word {word!r} is of two kinds: {terminals[keywords[word.encode()]]}, {terminal}")
            keywords[word.encode()] = number_of[terminal]

    assert len(terminals) == FIRST_WORD
    for definition in sorted(lark.terminals, key=lambda definition: definition.name):
        if definition.name not in number_of:
            add_words(definition.name, _words_of(definition.pattern.value))
    for terminal, table_words in sorted(TERMINAL_WORDS.items()):
        add_words(terminal, [word for word in table_words if word.encode() not in keywords])

    analyzer = LALR_Analyzer(lark.parser.parser_conf, debug=True, strict=True)
    analyzer.compute_lalr()  # type: ignore[no-untyped-call]
    return _encoded(key, lark, analyzer, terminals, number_of, keywords)


def _encoded(
    key: str, lark: Lark, analyzer: Any, terminals: list[str], number_of: dict[str, int], keywords: dict[bytes, int]
) -> Encoded:
    table = analyzer.parse_table
    end = table.end_states[START]
    kernels = {itemset.closure: itemset.kernel for itemset in analyzer.lr0_itemsets}
    number = _numbered_states(table)
    nonterminals = sorted({rule.origin.name for rule in lark.rules})
    nonterminal_number = {name: i for i, name in enumerate(nonterminals)}
    rules = sorted(lark.rules, key=lambda rule: (rule.origin.name, rule.order, str(rule)))
    rule_number = {rule: i + 1 for i, rule in enumerate(rules)}

    rows: list[list[int]] = []
    rows_of_gotos: list[list[int]] = []
    # For each state that does nothing but replace one symbol by another, the number of the other one.
    renamed: dict[int, int] = {}
    defaults: list[int] = []
    messages: dict[str, int] = {}
    message: list[int] = []
    for state in number:
        row, gotos = [0] * len(terminals), [0] * len(nonterminals)
        for symbol, (kind, argument) in table.states[state].items():
            if kind is not Shift:
                row[number_of[symbol]] = -rule_number[argument]
            elif symbol in nonterminal_number:
                gotos[nonterminal_number[symbol]] = number[argument]
            elif symbol in number_of:
                row[number_of[symbol]] = number[argument] + 1
        default = -1 if state == end else _take_default(row)
        defaults.append(default)
        if default > 0 and not any(row):
            rule = rules[default - 1]
            if rule.alias is None and len(rule.expansion) == 1:
                renamed[len(rows)] = nonterminal_number[rule.origin.name]
        rows.append(row)
        rows_of_gotos.append(gotos)
        text = syntax_message(_items(kernels[state]), _items(state))
        message.append(messages.setdefault(text, len(messages)))

    _skip_renamings(rows, rows_of_gotos, renamed)
    settled = [-default if default > 0 and not any(row) else 0 for default, row in zip(defaults, rows, strict=True)]
    action_rows, action_row = _shared_rows(rows, settled)
    goto_rows, goto_row = _shared_rows(rows_of_gotos, [0] * len(rows))
    return (
        key,
        keywords,
        terminals,
        len(terminals),
        len(nonterminals),
        action_rows,
        action_row,
        packed(defaults),
        goto_rows,
        goto_row,
        _encoded_rules(rules, nonterminal_number),
        list(messages),
        packed(message),
    )


def _shared_rows(rows: list[list[int]], settled: list[int]) -> tuple[bytes, bytes]:
    """The different rows, and for each state the number of its row, or its number in `settled`, which needs no row."""
    numbers: dict[tuple[int, ...], int] = {}
    row_of = [number or numbers.setdefault(tuple(row), len(numbers)) for row, number in zip(rows, settled, strict=True)]
    return packed([entry for row in numbers for entry in row]), packed(row_of)


def _numbered_states(table: Any) -> dict[Any, int]:
    """The states with their numbers: breadth-first from the start, so that they do not depend on the order of sets."""
    states: list[Any] = [table.start_states[START]]
    number = {states[0]: 0}
    for state in states:
        for _, (kind, argument) in sorted(table.states[state].items()):
            if kind is Shift and argument not in number:
                number[argument] = len(states)
                states.append(argument)
    return number


def _take_default(row: list[int]) -> int:
    """Return the rule that a state reduces by most often, and take it out of the row; 0 if the state reduces by none."""
    reductions = Counter(-entry for entry in row if entry < 0)
    if not reductions:
        return 0
    default = max(reductions, key=lambda rule: (reductions[rule], -rule))
    row[:] = [0 if entry == -default else entry for entry in row]
    return default


def _encoded_rules(rules: list[Any], nonterminal_number: dict[str, int]) -> bytes:
    """For each rule the length of its expansion, its nonterminal, and its action."""
    numbers = action_numbers()
    encoded = [bytes(8)]
    for rule in rules:
        action = PASS_ON if rule.alias is None else numbers[rule.alias]
        number = len(rule.expansion) | nonterminal_number[rule.origin.name] << NONTERMINAL_SHIFT | action << ACTION_SHIFT
        encoded.append(number.to_bytes(8, "little"))
    return b"".join(encoded)


def _skip_renamings(rows: list[list[int]], rows_of_gotos: list[list[int]], renamed: dict[int, int]) -> None:
    """Do the steps here that only replace one symbol by another: they are a sixth of all steps of the parser."""
    for row, gotos in zip(rows, rows_of_gotos, strict=True):
        gotos[:] = [_renamed(target, renamed, gotos) for target in gotos]
        row[:] = [_renamed(entry - 1, renamed, gotos) + 1 if entry > 0 else entry for entry in row]


def _renamed(state: int, renamed: dict[int, int], gotos: list[int]) -> int:
    """The state that follows `state` in the end, if `gotos` are the gotos of the state before."""
    while state in renamed:
        state = gotos[renamed[state]]
    return state


def _items(pointers: Any) -> list[Item]:
    """Lark's items as plain tuples, in a fixed order."""
    items: list[Item] = [
        (
            pointer.rule.origin.name,
            pointer.rule.alias or "",
            tuple([symbol.name for symbol in pointer.rule.expansion]),
            pointer.index,
        )
        for pointer in pointers
    ]
    return sorted(items)
