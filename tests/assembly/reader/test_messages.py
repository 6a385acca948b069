"""Broken texts are refused where LLVM refuses them and in its words, in each version's: messages.txt has both."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pyllvm

Case = tuple[str, int, str]


def cases() -> list[Case]:
    """Each text with a version and what that version says."""
    found: list[Case] = []
    for block in Path(__file__).with_name("messages.txt").read_text().split("\n\n")[1:]:
        lines = block.splitlines()
        text = "".join([line[2:] + "\n" for line in lines if line.startswith("|")])
        for line in lines:
            if not line.startswith("|"):
                versions, _, answer = line.partition(": ")
                found.extend([(text, int(version), answer) for version in versions.split()])
    return found


def said(text: str, version: int) -> str:
    """What is said first of a text, with its place."""
    try:
        pyllvm.parse_assembly(text.encode(), "broken.ll", llvm_version=version)
    except pyllvm.PyllvmError as error:
        where = error.diagnostic.where
        assert isinstance(where, pyllvm.Span)
        return f"{where.line}:{where.column}: {error.diagnostic.message}"
    return "accepted"


def test_there_are_cases_of_each_version() -> None:
    assert {version for _, version, _ in cases()} == {14, 19, 22, 23}
    assert len(cases()) > 400
    assert all(re.fullmatch(r"\d+:\d+: .+|accepted", answer) for _, _, answer in cases())


@pytest.mark.parametrize(("text", "version", "answer"), cases())
def test_message(text: str, version: int, answer: str) -> None:
    assert said(text, version) == answer
