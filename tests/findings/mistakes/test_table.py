"""Each kind of mistake is recognized, and its help leads to a text that LLVM accepts.

Each case of `cases.txt` has a faulty text, and below it the errors with the help. A name may end with the LLVM version.
`PYLLVM_UPDATE_HELP=1 pytest tests/findings/mistakes/test_table.py` writes the file anew; read the difference before a commit.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from pyllvm import PyllvmError
from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import Diagnostic, Span
from pyllvm.diagnostics.plain import advice_with_fix
from pyllvm.findings.mistakes.idioms import IDIOMS
from pyllvm.findings.mistakes.meanings import MEANINGS
from pyllvm.findings.mistakes.table import MISTAKES, find_correction
from pyllvm.findings.mistakes.text import Text
from pyllvm.findings.mistakes.trial import Trials
from pyllvm.findings.syntax_help import add_help
from rows import each_row

CASES_FILE: Final = Path(__file__).with_name("cases.txt")
UPDATES: Final = bool(os.environ.get("PYLLVM_UPDATE_HELP"))
MOST_STEPS: Final = 6


def cases() -> dict[str, tuple[str, str]]:
    """Each case by its name: the text, and what is expected."""
    found: dict[str, tuple[str, str]] = {}
    for part in CASES_FILE.read_text(encoding="utf-8").split("=== ")[1:]:
        name, _, rest = part.partition("\n")
        text, _, expected = rest.partition("--- expected\n")
        found[name] = (text, expected)
    return found


CASES: Final = cases()


def version_of(name: str) -> int:
    found = re.search(r", LLVM (\d+)$", name)
    return 23 if found is None else int(found[1])


@cache
def errors(text: bytes, name: str) -> list[Diagnostic]:
    """The errors of a text with their help; empty if it is accepted."""
    try:
        parse_assembly(text, "case.ll", version_of(name))
    except PyllvmError as error:
        add_help(error)
        return error.diagnostics
    return []


def report(text: str, name: str) -> str:
    lines: list[str] = []
    for diagnostic in errors(text.encode(), name):
        assert isinstance(diagnostic.where, Span)
        lines.append(f"{diagnostic.where.line}:{diagnostic.where.column}: {diagnostic.message}\n")
        lines.extend(f"help: {line}\n" for line in advice_with_fix(diagnostic))
    return "".join(lines)


@each_row("name", CASES)
def test_help(name: str) -> None:
    text, expected = CASES[name]
    if not UPDATES:
        assert report(text, name) == expected


def test_update() -> None:
    if UPDATES:
        parts = [f"=== {name}\n{text}--- expected\n{report(text, name)}" for name, (text, _) in CASES.items()]
        CASES_FILE.write_text("".join(parts), encoding="utf-8")
        pytest.skip("the cases were written anew")


@each_row("name", CASES)
def test_following_the_help_leads_to_a_text_that_is_accepted(name: str) -> None:
    text = CASES[name][0].encode()
    for step in range(MOST_STEPS):
        found = errors(text, name)
        if not found:
            return
        if found[0].fix is None:
            assert step == 0, f"the help led to: {found[0].message}"
            return
        text = found[0].fix.applied()
    pytest.fail(f"still not accepted:\n{text.decode()}")


def test_every_row_has_a_case() -> None:
    seen: set[str] = set()
    for name, (text, _) in CASES.items():
        try:
            parse_assembly(text.encode(), "case.ll", version_of(name))
        except PyllvmError as error:
            trials = Trials(error, text)
            one = error.diagnostic
            assert isinstance(one.where, Span)
            place = Text(trials.whole, one.where.start, one.where.end, one.message)
            trials.begin(place)
            found = find_correction(place, trials)
            seen.add("" if found is None else found.name)
    assert {row.name for row in (*IDIOMS, *MEANINGS)} - seen == set()


def test_names_of_mistakes_are_words_with_dashes() -> None:
    names = [row.name for row in MISTAKES]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)


def test_an_error_that_another_one_explains_is_not_reported() -> None:
    text = "define i32 @f() {\n  define i32 @g() {\n    ret i32 1\n  }\n  ret i32 0\n}\n"
    assert [one.message for one in errors(text.encode(), "")] == ["expected instruction opcode"]


def test_no_value_uses_itself() -> None:
    text = "define i32 @f(i32 %a) {\n  %x26 = add i32 %a, %q26\n  ret i32 %x26\n}\n"
    (error,) = errors(text.encode(), "")
    assert error.fix is None


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("entry:\n    %x = add i32 %a, 1\nnext:\n    ret void\n", "    br label %next"),
        ("entry:\n\tcall void @f(i32 1)\nnext:\n\tret void\n", "\tbr label %next"),
        ("entry:\nnext:\n    ret void\n", "  br label %next"),
        ("entry:\n    %x = add i32 %a, 1\n", "    ret void"),
        ("entry:\n", "  ret void"),
    ],
)
def test_a_line_that_is_added_is_indented_as_the_one_above(body: str, line: str) -> None:
    text = f"define void @f(i32 %a) {{\n{body}}}\n".encode()
    fix = errors(text, "")[0].fix
    assert fix is not None
    added = [one for one in fix.applied().decode().splitlines() if one not in text.decode().splitlines()]
    assert added == [line]
