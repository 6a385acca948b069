"""Instructions on the parts of aggregates and vectors: which parts there are."""

from __future__ import annotations

import pytest

from bodies import first_error, read_instruction


@pytest.mark.parametrize(
    "text",
    [
        "%r = extractvalue { i32, float } %s, 1",
        "%r = insertvalue { i32, float } %s, i32 %a, 0",
        "%r = extractelement <4 x i32> %v, i64 2",
        "%r = insertelement <4 x i32> %v, i32 %a, i32 %b",
        "%r = shufflevector <4 x i32> %v, <4 x i32> %v, <2 x i32> <i32 0, i32 7>",
    ],
)
def test_an_instruction_is_printed_as_it_was_written(text: str) -> None:
    assert read_instruction(text) == text


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("%r = extractvalue i32 %a, 0", 1, 19, "extractvalue operand must be aggregate type"),
        ("%r = extractvalue { i32, float } %s, 2", 1, 19, "invalid indices for extractvalue"),
        (
            "%r = insertvalue { i32, float } %s, i32 %a, 1",
            1,
            37,
            "insertvalue operand and field disagree in type: 'i32' instead of 'float'",
        ),
        ("%r = extractelement i32 %a, i32 0", 1, 21, "invalid extractelement operands"),
        ("%r = insertelement <4 x i32> %v, float %x, i32 0", 1, 20, "invalid insertelement operands"),
        ("%r = shufflevector <4 x i32> %v, <4 x i32> %v, <2 x i64> <i64 0, i64 1>", 1, 20, "invalid shufflevector operands"),
    ],
)
def test_errors_are_those_of_llvm_19(text: str, line: int, column: int, message: str) -> None:
    assert first_error(text) == (line, column, message)
