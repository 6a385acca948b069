"""The text of instructions that use memory: what versions print differently."""

from __future__ import annotations

import pytest

from pyllvm.assembly.printer.memory import ordering_text
from pyllvm.assembly.printer.single_values import text_of
from pyllvm.assembly.reader.parse import parse_assembly
from pyllvm.tables.atomics import ORDERING_NUMBERS


@pytest.mark.parametrize(
    ("version", "text", "printed"),
    [
        (12, "atomicrmw add i32* %p, i32 %a seq_cst", "atomicrmw add i32* %p, i32 %a seq_cst"),
        (13, "atomicrmw add i32* %p, i32 %a seq_cst", "atomicrmw add i32* %p, i32 %a seq_cst, align 4"),
        (12, "cmpxchg i32* %p, i32 %a, i32 %a seq_cst monotonic", "cmpxchg i32* %p, i32 %a, i32 %a seq_cst monotonic"),
        (13, "cmpxchg i32* %p, i32 %a, i32 %a seq_cst monotonic", "cmpxchg i32* %p, i32 %a, i32 %a seq_cst monotonic, align 4"),
    ],
)
def test_alignments_of_atomic_operations_are_printed_since_llvm_13(version: int, text: str, printed: str) -> None:
    module = parse_assembly(f"define void @f(i32* %p, i32 %a) {{\n%r = {text}\nret void\n}}".encode(), "test", version)
    assert f"  %r = {printed}\n" in text_of(module)


def test_an_ordering_has_its_scope_before_it() -> None:
    assert ordering_text(0, "", 19) == ""
    assert ordering_text(ORDERING_NUMBERS["seq_cst"], "", 19) == " seq_cst"
    assert ordering_text(ORDERING_NUMBERS["monotonic"], "agent", 19) == ' syncscope("agent") monotonic'
