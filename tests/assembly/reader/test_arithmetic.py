"""Operators: which operands they take."""

from __future__ import annotations

import pytest

from bodies import first_error, read_instruction
from rows import each_row


@pytest.mark.parametrize(
    "text",
    [
        "%r = add nuw nsw i32 %a, %b",
        "%r = or disjoint i32 %a, %b",
        "%r = fneg fast float %x",
        "%r = fcmp ninf olt float %x, %x",
        "%r = icmp ult i32 %a, %b",
        "%r = zext nneg i32 %a to i64",
        "%r = trunc nuw i32 %a to i8",
        "%r = select i1 true, i32 %a, i32 %b",
        "%r = freeze i32 %a",
    ],
)
def test_an_instruction_is_printed_as_it_was_written(text: str) -> None:
    assert read_instruction(text) == text


@each_row(
    ("text", "line", "column", "message"),
    [
        ("%r = add float %x, %x", 1, 10, "invalid operand type for instruction"),
        ("%r = fadd i32 %a, %b", 1, 11, "invalid operand type for instruction"),
        ("%r = and float %x, %x", 1, 10, "instruction requires integer or integer vector operands"),
        ("%r = add nuw nuw i32 %a, %b", 1, 14, "expected type"),
        ("%r = fneg i32 %a", 1, 11, "invalid operand type for instruction"),
        ("%r = icmp olt i32 %a, %b", 1, 11, "expected icmp predicate (e.g. 'eq')"),
        ("%r = fcmp eq float %x, %x", 1, 11, "expected fcmp predicate (e.g. 'oeq')"),
        ("%r = icmp eq float %x, %x", 1, 14, "icmp requires integer operands"),
        ("%r = fcmp oeq i32 %a, %b", 1, 15, "fcmp requires floating point operands"),
        ("%r = trunc i32 %a to i64", 1, 12, "invalid cast opcode for cast from 'i32' to 'i64'"),
        ("%r = bitcast i32 %a to ptr", 1, 14, "invalid cast opcode for cast from 'i32' to 'ptr'"),
        ("%r = select i32 %a, i32 %a, i32 %b", 1, 13, "select condition must be i1 or <n x i1>"),
        (
            "%r = select nnan i1 true, i32 %a, i32 %b",
            1,
            6,
            "fast-math-flags specified for select without floating-point scalar or vector return type",
        ),
    ],
)
def test_errors_are_those_of_llvm_19(text: str, line: int, column: int, message: str) -> None:
    assert first_error(text) == (line, column, message)
