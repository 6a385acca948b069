"""Exception handling: pads where pads must be."""

from __future__ import annotations

import pytest

from bodies import first_error, read_body, read_instruction


@pytest.mark.parametrize(
    "text",
    [
        "%r = cleanuppad within none [i32 %a]",
    ],
)
def test_an_instruction_is_printed_as_it_was_written(text: str) -> None:
    assert read_instruction(text) == text


def test_clauses_stand_on_lines_of_their_own() -> None:
    text = "%r = landingpad { ptr, i32 }\n cleanup\n catch ptr null\n filter [1 x ptr] [ptr @f]"
    assert (
        read_instruction(text)
        == "%r = landingpad { ptr, i32 }\n          cleanup\n          catch ptr null\n          filter [1 x ptr] [ptr @f]"
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("%r = landingpad { ptr, i32 } catch ptr %p", 1, 36, "clause argument must be a constant"),
        ("%r = landingpad i32", 2, 1, "expected instruction opcode"),
        ("%r = catchpad within none []", 1, 22, "expected scope value for catchpad"),
        ("%r = cleanuppad within 7 []", 1, 24, "expected scope value for cleanuppad"),
        ("%r = catchswitch within 7 [label %l] unwind to caller", 1, 25, "expected scope value for catchswitch"),
        ("catchret from none to i32 7", 1, 23, "expected a basic block"),
        ("cleanupret from none unwind i32 7", 1, 29, "expected a basic block"),
        ("%r = catchswitch within none [label %l, i32 %a] unwind to caller", 1, 41, "expected a basic block"),
    ],
)
def test_errors_are_those_of_llvm_19(text: str, line: int, column: int, message: str) -> None:
    assert first_error(text) == (line, column, message)


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ("catch [0 x ptr] zeroinitializer", "'catch' clause has an invalid type"),
        ("filter ptr null", "'filter' clause has an invalid type"),
    ],
)
def test_a_clause_of_the_wrong_type_is_an_error_since_llvm_20(clause: str, message: str) -> None:
    text = f"%r = landingpad i32 {clause}"
    assert first_error(text, 20) == (1, 21 + clause.index(" ") + 1, message)
    read_instruction(text, 19)


def test_clauses_are_used_anew_when_their_place_is_too_small() -> None:
    clauses = "catch ptr @f catch ptr @k filter [1 x ptr] [ptr @f] catch ptr @f catch ptr @f"
    module = read_body(f"%r = landingpad i32 {clauses}\n ret i32 0")
    uses = next(iter(module.functions)).uses
    assert uses is not None
    # LLVM moves the operands for the third clause, and for the fifth; the array of the filter has used the function before.
    assert [(type(use.user).__name__, use.index) for use in uses] == [
        ("Function", 0), ("ConstantAggregate", 0), ("LandingPadInst", 0), ("LandingPadInst", 3), ("LandingPadInst", 4),
    ]  # fmt: skip
