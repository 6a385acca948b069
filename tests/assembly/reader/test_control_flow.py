"""Terminators and phi: blocks where blocks must be, a case once, the function's result."""

from __future__ import annotations

import pytest

from bodies import first_error, read_instruction
from rows import each_row


@pytest.mark.parametrize(
    "text",
    [
        "ret i32 %a",
    ],
)
def test_an_instruction_is_printed_as_it_was_written(text: str) -> None:
    assert read_instruction(text) == text


@each_row(
    ("text", "line", "column", "message"),
    [
        ("ret float %x", 1, 5, "value doesn't match function result type 'i32'"),
        ("ret void", 1, 5, "value doesn't match function result type 'i32'"),
        ("br i32 %a", 1, 4, "branch condition must have 'i1' type"),
        ("br i32 %a, label %l, label %l", 1, 4, "branch condition must have 'i1' type"),
        ("br label %a", 1, 10, "'%a' is not a basic block"),
        ("switch float %x, label %l []", 1, 8, "switch condition must have integer type"),
        ("switch i32 %a, label %l [ i32 1, label %l i32 1, label %l ]", 1, 43, "duplicate case value in switch"),
        ("switch i32 %a, label %l [ i32 %b, label %l ]", 1, 27, "case value is not a constant integer"),
        ("switch i32 %a, label %l [ i32 1, i32 %b ]", 1, 34, "expected a basic block"),
        ("indirectbr i32 %a, [label %l]", 1, 12, "indirectbr address must have pointer type"),
        ("indirectbr ptr %p, [label %l, i32 %a]", 1, 31, "expected a basic block"),
        ("%r = phi void ()", 1, 10, "phi node must have first class type"),
        (
            "%r = phi nnan i32 [ %a, %l ]",
            1,
            6,
            "fast-math-flags specified for phi without floating-point scalar or vector return type",
        ),
        ("%r = phi i32 [ %x, %l ]", 1, 16, "'%x' defined with type 'float' but expected 'i32'"),
    ],
)
def test_errors_are_those_of_llvm_19(text: str, line: int, column: int, message: str) -> None:
    assert first_error(text) == (line, column, message)
