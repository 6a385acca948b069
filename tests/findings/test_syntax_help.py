"""Errors in a text come with help: each case of `syntax_help.txt` has a faulty text, and below it the errors, notes and help.

`PYLLVM_UPDATE_HELP=1 pytest tests/findings/test_syntax_help.py` writes the file anew; read the difference before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from pyllvm import PyllvmError, parse_assembly
from pyllvm.assembly import parse_assembly as parse_text
from pyllvm.diagnostics import Span
from pyllvm.diagnostics.plain import advice
from pyllvm.findings.syntax_help import _MOST_EXPLAINED, add_help, corrected
from rows import each_row

CASES_FILE: Final = Path(__file__).with_name("syntax_help.txt")
UPDATES: Final = bool(os.environ.get("PYLLVM_UPDATE_HELP"))


def cases() -> dict[str, tuple[str, str]]:
    """Each case by its name: the text, and what is expected."""
    found: dict[str, tuple[str, str]] = {}
    for part in CASES_FILE.read_text(encoding="utf-8").split("=== ")[1:]:
        name, _, rest = part.partition("\n")
        text, _, expected = rest.partition("--- expected\n")
        found[name] = (text, expected)
    return found


CASES: Final = cases()


def report(text: str, name: str) -> str:
    """The errors of a text with their notes and help. A number at the end of the name is the LLVM version."""
    version = name.split()[-1]
    with pytest.raises(PyllvmError) as caught:
        parse_text(text.encode(), "case.ll", int(version) if version.isdigit() else 19)
    add_help(caught.value)
    lines: list[str] = []
    for diagnostic in caught.value.diagnostics:
        for one in (diagnostic, *diagnostic.notes):
            assert isinstance(one.where, Span)
            lines.append(f"{one.where.line}:{one.where.column}: {one.severity}: {one.message}\n")
        lines.extend(f"help: {line}\n" for line in advice(diagnostic))
    return "".join(lines)


@each_row("name", CASES)
def test_help(name: str) -> None:
    text, expected = CASES[name]
    if not UPDATES:
        assert report(text, name) == expected


def test_help_is_added_once() -> None:
    text, expected = CASES["text of a newer LLVM with an error 14"]
    with pytest.raises(PyllvmError) as caught:
        parse_assembly(text, "case.ll", llvm_version=14)
    add_help(caught.value)
    assert len(caught.value.diagnostic.notes) == expected.count("note: ") == 1


def test_update() -> None:
    if UPDATES:
        parts = [f"=== {name}\n{text}--- expected\n{report(text, name)}" for name, (text, _) in CASES.items()]
        CASES_FILE.write_text("".join(parts), encoding="utf-8")
        pytest.skip("the cases were written anew")


def test_the_first_errors_get_help_and_the_others_do_not() -> None:
    count = _MOST_EXPLAINED + 10
    text = "".join([f"define i32 @f{at}() {{\n  ret i64 0\n}}\n" for at in range(count)])
    with pytest.raises(PyllvmError) as caught:
        parse_text(text.encode(), llvm_version=19, max_errors=1000)
    add_help(caught.value)
    assert len(caught.value.diagnostics) == count
    assert sum(one.fix is not None for one in caught.value.diagnostics) == _MOST_EXPLAINED


@each_row(
    ("first", "second", "rules", "number", "has_errors"),
    [
        ("add i32 %x, 1", "mul i32 %y, %y", [], 0, False),
        ("add %x, 1", "mul i32 %y %y", [], 2, False),
        ("add %x, 1", "mul i32 %y, %nothing", [], 1, True),
        ("add i32 %x, 1", "mul i32 %y, %nothing", [], 0, True),
        ("add %x, 1", "mul i32 %y, %y", ["syntax/expected-value"], 1, False),
        ("add %x, 1", "mul i32 %y, %y", ["syntax/label"], 0, True),
    ],
)
def test_corrections(first: str, second: str, rules: list[str], number: int, has_errors: bool) -> None:
    text = "define i32 @f(i32 %x) {{\n  %y = {}\n  %z = {}\n  ret i32 %z\n}}\n"
    made = corrected(text.format(first, second).encode(), "x", 19, rules)
    right = [one.replace("add %", "add i32 %").replace("%y %y", "%y, %y") if number else one for one in (first, second)]
    assert made == (text.format(*right).encode(), number, has_errors)
