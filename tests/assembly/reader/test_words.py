"""The kinds of token that the tables fill: every word is of one kind, and new rows reach the grammar by themselves."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pyllvm.assembly.reader.automaton import load_tables
from pyllvm.assembly.reader.automaton_format import GRAMMAR_FILE
from pyllvm.assembly.reader.words import TERMINAL_WORDS
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ORDERING_NUMBERS
from pyllvm.tables.attributes import ATTRIBUTE_KINDS
from pyllvm.tables.linkages import LINKAGES
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION, OPCODES_BY_NAME
from pyllvm.tables.predicates import FCMP_PREDICATES, ICMP_NUMBERS


def test_each_word_is_of_one_kind() -> None:
    counts = Counter(word for words in TERMINAL_WORDS.values() for word in words)
    assert [word for word, count in counts.items() if count > 1] == []


def test_the_grammar_declares_every_kind() -> None:
    grammar = Path(GRAMMAR_FILE).read_text(encoding="utf-8")
    declared = {word for line in grammar.splitlines() if line.startswith("%declare ") for word in line.split()[1:]}
    assert set(TERMINAL_WORDS) <= declared


def test_the_lexer_knows_the_words_of_all_rows() -> None:
    """As a kind of its own or as one of the grammar's."""
    words = {row.word for row in (*LINKAGES, *ATOMIC_RMW_OPERATIONS, *ATTRIBUTE_KINDS)}
    words.update(OPCODES_BY_NAME, ORDERING_NUMBERS, ICMP_NUMBERS, FCMP_PREDICATES)
    words.update(flag.word for takes in FLAGS_OF_OPERATION.values() for flag in takes.flags)
    assert {word for word in words if word.encode() not in load_tables().keywords.kinds} == set()


def test_operators_are_of_the_kind_of_their_flags() -> None:
    assert TERMINAL_WORDS["WRAPPING_OPERATOR"] == ["add", "sub", "mul", "shl"]
    assert TERMINAL_WORDS["NNEG_CAST"] == ["zext"]
    assert "sitofp" in TERMINAL_WORDS["FLOAT_CAST"]
    assert "fadd" in TERMINAL_WORDS["FLOAT_OPERATOR"]
    assert "fadd" not in TERMINAL_WORDS["ATOMIC_OPERATION"]
