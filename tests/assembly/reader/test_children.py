"""The children of the actions: their positions follow from the grammar, and what does not follow ends the build."""

from __future__ import annotations

from pathlib import Path

import lark
import pytest

from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.automaton_build import _NoLexer
from pyllvm.assembly.reader.automaton_format import GRAMMAR_FILE
from pyllvm.assembly.reader.children_build import GROUPS, RUNS, check, children, without_labels

GRAMMAR = Path(GRAMMAR_FILE).read_text(encoding="utf-8")
SMALL = """\
start: "load" "volatile" pointer=value "," align=value                  -> small
    | "load" "atomic" pointer=value "," align=value                     -> small
values:
    | values "," value                                                  -> append_second
    | other=values \\
      "|" \\
      more=values                                                       -> both
"""


def test_names_are_labels_and_symbols_that_a_rule_has_once() -> None:
    small = children(SMALL + GRAMMAR)
    assert small["small"] == {"POINTER": 2, "ALIGN": 4}
    assert small["both"] == {"OTHER": 0, "MORE": 2}
    assert children(GRAMMAR)["load"] == {
        "ATOMIC": 1, "VOLATILE": 2, "TYPE": 3, "TYPED_VALUE": 5, "ORDERING": 6, "ALIGNMENT": 7
    }  # fmt: skip
    assert children(GRAMMAR)["append_second"] == {"LIST": 0, "ITEM": 2}
    assert (c.STORE_VALUE, c.STORE_POINTER, c.CALL_TEXT_CALLING_CONVENTION, c.CALL_TEXT_CALLEE) == (3, 5, 0, 4)


def test_lark_has_the_same_children() -> None:
    """The names are read from the text: Lark, whose rules the parser follows, does not know them."""
    built = lark.Lark(without_labels(GRAMMAR), parser="lalr", lexer=_NoLexer, keep_all_tokens=True, start="module")
    found = children(GRAMMAR)
    symbols: dict[str, list[list[str]]] = {}
    for rule in built.rules:
        if rule.alias is not None:
            symbols.setdefault(rule.alias, []).append([symbol.name.upper() for symbol in rule.expansion])
    assert set(found) == set(symbols) | set(GROUPS) | {run.name.lower() for run in RUNS}
    for action, alternatives in symbols.items():
        for name, at in found[action].items():
            for names in alternatives:
                assert at < len(names)
                assert f"{name.lower()}=" in GRAMMAR or name in ("LIST", "ITEM") or names[at] == name, f"{action}: {name}"


def test_a_token_more_moves_the_children_and_children_py_is_behind() -> None:
    check(GRAMMAR)
    longer = GRAMMAR.replace('"load" atomic volatile type', '"load" atomic "," volatile type')
    assert children(longer)["load"]["ORDERING"] == c.LOAD_ORDERING + 1
    with pytest.raises(RuntimeError, match=r"children\.py is behind llvm\.lark: python -m"):
        check(longer)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('head=definition_head kind', 'head=definition_head "," kind', "alternatives of alias have KIND at 1 and at 2"),
        ("head=definition_head kind", "definition_head kind", "alternatives of alias have other labels: ['HEAD']"),
        ("parameter_list: parameter ", 'parameter_list: parameter "," type ', "a rule of parameter_list has several items"),
        ('bundles "to" normal', '"," bundles "to" normal', "the actions of CALL_TEXT differ: call, tail_call, invoke, callbr"),
        ("pointer=typed_value ordering", "value=typed_value ordering", "two children of store have the same name"),
    ],
)  # fmt: skip
def test_what_does_not_agree_ends_the_build(old: str, new: str, message: str) -> None:
    changed = GRAMMAR.replace(old, new)
    assert changed != GRAMMAR
    with pytest.raises(ValueError, match=message.replace("[", r"\[")):
        children(changed)
