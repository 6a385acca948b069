"""Flags: each instruction has its own, and some are younger than their instruction."""

from __future__ import annotations

import pytest

from bodies import first_error, read_instruction
from pyllvm.assembly.reader import flags as reader_flags


@pytest.mark.parametrize(
    "text",
    [
        "%r = getelementptr nusw nuw i8, ptr %p, i64 1",
        "%r = getelementptr inbounds i8, ptr %p, i64 1",
        "%r = fadd reassoc nnan float %x, %x",
        "%r = fadd fast float %x, %x",
    ],
)
def test_an_instruction_is_printed_as_it_was_written(text: str) -> None:
    assert read_instruction(text) == text


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("%r = add nsw nsw i32 %a, %b", 1, 14, "expected type"),
        ("%r = getelementptr inrange(0, 4) i8, ptr %p, i64 1", 1, 20, "expected type"),
        ("%r = sub exact i32 %a, %b", 1, 10, "expected type"),
    ],
)
def test_errors_are_those_of_llvm_19(text: str, line: int, column: int, message: str) -> None:
    assert first_error(text) == (line, column, message)


def test_a_flag_that_only_another_operation_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grammar has one kind of token for the flags of add, mul, trunc and others."""
    monkeypatch.setitem(reader_flags._FLAGS, b"trunc", {})
    assert first_error("%r = trunc nuw i64 %n to i8") == (1, 12, "expected type")
