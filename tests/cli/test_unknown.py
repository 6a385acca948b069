"""Bitcode with things that pyllvm does not know, in every command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from newer_bitcode import RELEASED, bitcode_of, with_numbers

from ..conftest import Outcome

TEXT = """declare void @g(ptr byval(i32))
define void @f(ptr %p) {
  call void @g(ptr byval(i32) %p)
  ret void
}
define void @h(i8 noundef %a) {
  ret void
}
"""
LEFT_OUT = "warning: left out what pyllvm does not know: unknown attribute 200 in 1 place"
REFUSED = "error: unknown attribute 202 on parameter 1 of '@g' names a type, and may say how the value is passed"


@pytest.fixture
def promising(tmp_path: Path) -> Path:
    """A file with an unknown attribute that only promises something."""
    path = tmp_path / "promising.bc"
    path.write_bytes(bitcode_of(TEXT, with_numbers({"noundef": 200})))
    return path


@pytest.fixture
def passing(tmp_path: Path) -> Path:
    """A file with an unknown attribute that may say how a value is passed."""
    path = tmp_path / "passing.bc"
    path.write_bytes(bitcode_of(TEXT, with_numbers({"byval": 202})))
    return path


COMMANDS = (
    ("dis", "-o", "-"),
    ("dis", "--llvm-version=14", "-o", "-"),
    ("link", "-S", "-o", "-"),
    ("strip", "-S", "-o", "-"),
    ("extract", "--func=h", "-S", "-o", "-"),
    ("verify",),
    ("graph", "--function=h", "-o", "-"),
)


@pytest.mark.parametrize("words", COMMANDS)
def test_an_attribute_that_only_promises(pyllvm: Callable[..., Outcome], promising: Path, words: tuple[str, ...]) -> None:
    outcome = pyllvm(*words, promising)
    assert outcome.status == 0
    assert outcome.errors.count(LEFT_OUT) == 1


@pytest.mark.parametrize("words", [("dis", "-o", "-"), ("link", "-o", "-"), ("strip", "-o", "-"), ("verify",)])
def test_a_user_who_accepts_no_loss(pyllvm: Callable[..., Outcome], promising: Path, words: tuple[str, ...]) -> None:
    outcome = pyllvm(*words, "--losses=error", promising)
    assert outcome.status != 0
    assert "does not know: unknown attribute 200 in 1 place" in outcome.errors
    outcome = pyllvm(*words, "--losses=ignore", promising)
    assert outcome.status == 0
    assert "unknown attribute" not in outcome.errors


@pytest.mark.parametrize("words", [("dis", "-o", "-"), ("link", "-o", "-"), ("strip", "-o", "-"), ("verify",)])
def test_the_report_has_what_was_left_out(
    pyllvm: Callable[..., Outcome], promising: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    report = tmp_path / "report.json"
    assert pyllvm(*words, f"--report-losses={report}", promising).status == 0
    (row,) = json.loads(report.read_text())["losses"]
    assert row["construct"] == "unknown attribute 200" and row["kind"] == "dropped"
    assert row["function"] == "@h" and row["count"] == 1
    assert row["since"] is None and row["until"] is None


@pytest.mark.parametrize("words", [*COMMANDS[:4], *COMMANDS[5:]])
def test_an_attribute_that_may_say_how_a_value_is_passed(
    pyllvm: Callable[..., Outcome], passing: Path, words: tuple[str, ...]
) -> None:
    outcome = pyllvm(*words, passing)
    assert outcome.status != 0
    if words[0] != "strip":
        assert REFUSED in outcome.errors
    allowed = pyllvm(*words, "--allow-unknown-attributes", passing)
    assert allowed.status == 0
    assert "unknown attribute 202 in 2 places" in allowed.errors or words[0] == "link"


def test_commands_that_work_all_the_same(pyllvm: Callable[..., Outcome], passing: Path) -> None:
    assert pyllvm("nm", passing).status == 0
    assert pyllvm("stat", "--instructions", passing).status == 0
    assert pyllvm("bcanalyzer", "--dump", passing).status == 0
    outcome = pyllvm("extract", "--func=h", "-S", "-o", "-", passing)
    assert outcome.status == 0
    assert b"define void @h(i8 noundef %a)" in outcome.output
    outcome = pyllvm("extract", "--func=f", "-S", "-o", "-", passing)
    assert outcome.status == 1


def test_a_released_llvm_has_no_unknown_attributes(pyllvm: Callable[..., Outcome], tmp_path: Path) -> None:
    path = tmp_path / "released.bc"
    path.write_bytes(bitcode_of(TEXT, with_numbers({"noundef": 200}), RELEASED))
    outcome = pyllvm("dis", "-o", "-", path)
    assert outcome.status == 1
    assert "error: Unknown attribute kind (200)\n" in outcome.errors
    assert pyllvm("dis", "-o", "-", "--allow-unknown-attributes", path).status == 0
