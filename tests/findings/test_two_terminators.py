"""Instructions behind a terminator are noted on a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyllvm.findings.two_terminators import unreachable_instructions

TEXT = b"define i32 @f() {\n  ret i32 0\n  ret i32 1\n}\n"


def test_a_second_terminator() -> None:
    (note,) = unreachable_instructions(TEXT, "a.ll")
    assert note.message == "nothing reaches this instruction: the block above ends with 'ret'"
    assert note.where is not None
    assert repr(note.where) == "Span(a.ll:3:3)"


@pytest.mark.parametrize(
    "body",
    [
        b"  ret i32 0\n",
        b"  br label %x\n\nx:\n  ret i32 0\n",
        b"  ret i32 0\n\n1:                                                ; No predecessors!\n  ret i32 1\n",
        b"  br label %x ; text\n; more\nx:\n  ret i32 0\n",
        b"  %a = add i32 1, 2\n  ret i32 %a\n  uselistorder i32 1, { 1, 0 }\n",
    ],
)
def test_other_bodies(body: bytes) -> None:
    assert unreachable_instructions(b"define i32 @f() {\n" + body + b"}\n", "a.ll") == []


def test_only_for_people(pyllvm: Callable[..., Any]) -> None:
    assert pyllvm("as", "-o", "-", "-", stdin=TEXT).errors == ""
    errors = pyllvm("as", "-o", "-", "--llvm-version=19", "--diagnostics-format=drawn", "-", stdin=TEXT).errors
    assert "<stdin>:3:3: note: nothing reaches this instruction" in errors
    assert "  help: a block ends with its first terminator" in errors
