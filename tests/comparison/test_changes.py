"""The result of a comparison is plain data."""

from __future__ import annotations

import pickle

from pyllvm.comparison.changes import Change, Comparison, Detail, Row, Section


def comparison(before: str = "i32 1") -> Comparison:
    detail = Detail("operand", before, "i32 2")
    changes = [Change("changed", "global variable", "@a", details=(detail,)), Change("added", "function", "@f")]
    return Comparison(changes, [Section("@a", [Row("changed", "a", "b", (detail,))])])


def test_it_compares_by_value() -> None:
    assert comparison() == comparison()
    assert comparison() != comparison("i32 3")
    assert Detail("a", "b", "c") != ("a", "b", "c")
    assert len({comparison().changes[0], comparison().changes[0], comparison().changes[1]}) == 2


def test_it_prints_and_pickles() -> None:
    assert repr(Detail("operand", "x", "y")) == "Detail(what='operand', before='x', after='y')"
    assert pickle.loads(pickle.dumps(comparison())) == comparison()


def test_it_is_true_if_something_changed() -> None:
    assert not Comparison()
    assert comparison()
    assert comparison().counts() == {("global variable", "changed"): 1, ("function", "added"): 1}
