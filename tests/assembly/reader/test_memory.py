"""Instructions that use memory: what is filled in, and what is refused in LLVM's words."""

from __future__ import annotations

import pytest

from bodies import first_error, read_instruction


@pytest.mark.parametrize(
    "text",
    [
        "%r = alloca i32, i32 %a, align 8",
        "%r = alloca inalloca i32, align 4",
        "%r = alloca inalloca swifterror ptr, align 8",
        "%r = alloca i32, i32 %a, align 8, addrspace(5)",
        "%r = load volatile i32, ptr %p, align 2",
        '%r = load atomic i32, ptr %p syncscope("agent") acquire, align 4',
        "store i32 %a, ptr %p, align 4",
        "store atomic i32 %a, ptr %p release, align 4",
        "%r = getelementptr inbounds { i32, float }, ptr %p, i64 0, i32 1",
        'fence syncscope("singlethread") seq_cst',
        "%r = cmpxchg weak volatile ptr %p, i32 %a, i32 %b acq_rel monotonic, align 4",
        "%r = atomicrmw volatile uinc_wrap ptr %p, i32 %a monotonic, align 4",
        "%r = va_arg ptr %p, i32",
    ],
)
def test_an_instruction_is_printed_as_it_was_written(text: str) -> None:
    assert read_instruction(text) == text


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("%r = alloca void", 1, 13, "void type only allowed for function results"),
        ("%r = alloca swifterror inalloca ptr", 1, 24, "expected type"),
        ("%r = alloca i32, ptr %p", 1, 18, "element count must have integer type"),
        ("%r = alloca i32, align 4, align 8", 1, 27, "expected metadata or 'addrspace'"),
        ("%r = alloca i32, align 4, addrspace(0), i32 4", 1, 41, "expected metadata or 'addrspace'"),
        ("%r = alloca i32, addrspace(0), align 4", 1, 32, "expected metadata after comma"),
        ("%r = alloca i32, foo", 1, 18, "expected type"),
        ("%r = alloca i32, i32 4, foo", 1, 25, "expected instruction opcode"),
        ("%r = load i32, ptr %p, align 4, align 8, foo", 1, 42, "expected metadata or 'align'"),
        ("%r = load i32, i32 %a", 1, 16, "load operand must be a pointer to a first class type"),
        ("%r = load atomic i32, ptr %p acquire", 1, 23, "atomic load must have explicit non-zero alignment"),
        ("%r = load atomic i32, ptr %p release, align 4", 1, 23, "atomic load cannot use Release ordering"),
        ("%r = load i32, ptr %p, align 3", 1, 30, "alignment is not a power of two"),
        ("store i32 %a, i32 %b", 1, 15, "store operand must be a pointer"),
        ("store atomic i32 %a, ptr %p acquire, align 4", 1, 14, "atomic store cannot use Acquire ordering"),
        ("%r = getelementptr i32, i32 %a, i64 0", 1, 25, "base of getelementptr must be a pointer"),
        ("%r = getelementptr i32, ptr %p, float %x", 1, 33, "getelementptr index must be an integer"),
        ("%r = getelementptr i32, ptr %p, i64 0, i64 1", 1, 25, "invalid getelementptr indices"),
        ("fence monotonic", 2, 1, "fence cannot be monotonic"),
        ("%r = cmpxchg ptr %p, i32 %a, i32 %b unordered monotonic", 2, 1, "invalid cmpxchg success ordering"),
        ("%r = cmpxchg ptr %p, i32 %a, i32 %b monotonic release", 2, 1, "invalid cmpxchg failure ordering"),
        ("%r = cmpxchg ptr %p, i32 %a, float %x monotonic monotonic", 1, 30, "compare value and new value type do not match"),
        ("%r = atomicrmw fadd ptr %p, i32 %a monotonic", 1, 29, "atomicrmw fadd operand must be a floating point type"),
        ("%r = atomicrmw add ptr %p, float %x monotonic", 1, 28, "atomicrmw add operand must be an integer"),
        ("%r = atomicrmw xor ptr %p, i32 %a unordered", 2, 1, "atomicrmw cannot be unordered"),
        ("%r = va_arg ptr %p, void ()", 1, 21, "va_arg requires operand with first class type"),
    ],
)
def test_errors_are_those_of_llvm_19(text: str, line: int, column: int, message: str) -> None:
    assert first_error(text) == (line, column, message)


def test_the_last_alignment_of_several_counts() -> None:
    assert read_instruction("%r = load i32, ptr %p, align 2, align 4, align 8") == "%r = load i32, ptr %p, align 8"


def test_a_comma_may_follow_the_count_of_an_alloca() -> None:
    assert read_instruction("%r = alloca i32, i32 %a,") == "%r = alloca i32, i32 %a, align 4"
