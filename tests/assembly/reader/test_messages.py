"""Broken texts are refused where LLVM refuses them and in its words, in each version's: messages.txt has both."""

from __future__ import annotations

import re
from pathlib import Path

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError, Span
from rows import each_row

Case = tuple[str, dict[int, str]]


def cases() -> list[Case]:
    """Each text with what each version says."""
    found: list[Case] = []
    for block in Path(__file__).with_name("messages.txt").read_text().split("\n\n")[1:]:
        lines = block.splitlines()
        text = "".join([line[2:] + "\n" for line in lines if line.startswith("|")])
        answers: dict[int, str] = {}
        for line in lines:
            if not line.startswith("|"):
                versions, _, answer = line.partition(": ")
                answers.update(dict.fromkeys(map(int, versions.split()), answer))
        found.append((text, answers))
    return found


def said(text: str, version: int) -> str:
    """What is said first of a text, with its place."""
    try:
        parse_assembly(text.encode(), "broken.ll", llvm_version=version)
    except PyllvmError as error:
        where = error.diagnostic.where
        assert isinstance(where, Span)
        return f"{where.line}:{where.column}: {error.diagnostic.message}"
    return "accepted"


def test_there_are_cases_of_each_version() -> None:
    assert {version for _, answers in cases() for version in answers} == {14, 19, 22, 23}
    assert len(cases()) > 400
    assert all(re.fullmatch(r"\d+:\d+: .+|accepted", answer) for _, answers in cases() for answer in answers.values())


@each_row(("text", "answers"), cases())
def test_message(text: str, answers: dict[int, str]) -> None:
    assert {version: said(text, version) for version in answers} == answers
