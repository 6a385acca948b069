"""The tables of the grammar: that Lark still gives what they are made of, and that they say what the grammar says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import lark
import pytest
from lark.parsers.lalr_analysis import LALR_Analyzer, RulePtr

from pyllvm.assembly.reader import actions, automaton_build, automaton_cache
from pyllvm.assembly.reader.automaton import Tables, load_tables
from pyllvm.assembly.reader.automaton_format import GRAMMAR_FILE, Encoded, action_numbers, read_tables
from pyllvm.assembly.reader.token_kinds import FIRST_WORD, TERMINALS

GRAMMAR = """
start: first
first: WORD -> named | first WORD -> more
WORD: "a" | "b"
"""


def test_lark_gives_states_with_items_as_the_tables_are_made_of() -> None:
    """When this fails, Lark's insides have changed: `automaton_build` must follow."""
    built = lark.Lark(GRAMMAR, parser="lalr", lexer=automaton_build._NoLexer, strict=True, keep_all_tokens=True)
    analyzer = LALR_Analyzer(built.parser.parser_conf, debug=True, strict=True)
    analyzer.compute_lalr()
    table = analyzer.parse_table
    assert set(table.start_states) == {"start"}
    assert set(table.end_states) == {"start"}
    closures = {itemset.closure for itemset in analyzer.lr0_itemsets}
    assert set(table.states) == closures
    actions_seen = set()
    for row in table.states.values():
        for symbol, (kind, argument) in row.items():
            assert isinstance(symbol, str)
            actions_seen.add(kind.name)
            if kind.name == "Shift":
                assert argument in table.states
            else:
                assert argument in built.rules
    assert actions_seen == {"Shift", "Reduce"}
    pointer = next(iter(table.start_states["start"]))
    assert isinstance(pointer, RulePtr)
    assert pointer.index == 0
    assert {rule.alias for rule in built.rules} == {None, "named", "more"}


def test_words_of_a_terminal_are_found_in_its_pattern() -> None:
    built = lark.Lark(GRAMMAR, parser="lalr")
    (definition,) = built.terminals
    assert automaton_build._words_of(definition.pattern.value) == ["a", "b"]


def test_kinds_by_shape_have_the_grammar_s_names() -> None:
    assert len(TERMINALS) == FIRST_WORD
    loaded = load_tables()
    assert tuple(loaded.terminals[:FIRST_WORD]) == TERMINALS


def test_actions_are_those_of_the_grammar() -> None:
    text = Path(GRAMMAR_FILE).read_text(encoding="utf-8")
    named = set(re.findall(r"->\s*(\w+)\s*$", re.sub(r"//.*", "", text), re.MULTILINE))
    assert set(action_numbers()) == named | {"pass_on"}


def test_actions_have_a_number_each_in_their_chapter() -> None:
    """The builder finds an action's chapter by its number."""
    numbers = action_numbers()
    assert numbers["pass_on"] == actions.PASS_ON == 0
    assert len(set(numbers.values())) == len(numbers)
    source = Path(GRAMMAR_FILE).with_name("actions.py").read_text(encoding="utf-8")
    chapters = {name: value for name, value in vars(actions).items() if name.endswith("_CHAPTER")}
    assert sorted(chapters.values()) == list(range(len(chapters)))
    written = re.findall(r"^([A-Z_]+): Final = ([A-Z_]+_CHAPTER) \* 64 \+ \d+$", source, re.MULTILINE)
    assert {name.lower() for name, _ in written} == set(numbers) - {"pass_on"}
    for name, chapter in written:
        assert numbers[name.lower()] >> actions.CHAPTER_SHIFT == chapters[chapter], name


@pytest.fixture(scope="module")
def encoded() -> Encoded:
    """The tables that are built from the grammar. To build them takes a while."""
    return automaton_build.build_tables("a key")


def test_built_tables_can_be_stored_and_loaded(encoded: Encoded, tmp_path: Path) -> None:
    path = tmp_path / "cache" / "tables"
    automaton_cache.store(str(path), encoded)
    again = read_tables(str(path))
    assert again is not None
    assert list(Tables(again).action) == list(Tables(encoded).action)
    path.write_bytes(path.read_bytes()[:100])
    assert read_tables(str(path)) is None
    assert [one.name for one in path.parent.iterdir()] == ["tables"]


def test_tables_of_other_sources_are_built_anew(encoded: Encoded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    key = automaton_cache.tables_key()
    path = tmp_path / "pyllvm" / f"tables-{key}"
    automaton_cache.store(str(path), encoded)
    assert automaton_cache.cached_tables()[0] == key
    stored = read_tables(str(path))
    assert stored is not None and stored[0] == key


def test_tables_that_cannot_be_written_leave_no_file(tmp_path: Path) -> None:
    unwritable: Any = ("a key", object())
    with pytest.raises(ValueError, match="unmarshallable"):
        automaton_cache.store(str(tmp_path / "tables"), unwritable)
    assert list(tmp_path.iterdir()) == []


def test_every_build_stores_the_same_tables(encoded: Encoded, tmp_path: Path) -> None:
    """Whatever the seed of hashes is, so that two wheels of the same sources are the same bytes."""
    program = "import sys; from pyllvm.assembly.reader import automaton_build, automaton_cache as cache; "
    program += "cache.store(sys.argv[1], automaton_build.build_tables('a key'))"
    # This process has another seed, which is random if nobody chose it.
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "theirs")], env=environment, check=True)
    automaton_cache.store(str(tmp_path / "ours"), encoded)
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()


def test_a_word_of_two_kinds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automaton_build, "TERMINAL_WORDS", {"ENUM_ATTRIBUTE": ["cold"], "TYPE_ATTRIBUTE": ["hot", "hot"]})
    with pytest.raises(ValueError, match="'hot' is of two kinds"):
        automaton_build.build_tables("key")
