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


@pytest.mark.parametrize(("version", "comment"), [(22, "; (%p)"), (23, "; (%p, invalid)")])
def test_the_comment_on_a_relocation_of_what_the_statepoint_lacks(version: int, comment: str) -> None:
    statepoint, relocate = "@llvm.experimental.gc.statepoint.p0", "@llvm.experimental.gc.relocate.p1"
    text = f"""declare token {statepoint}(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) {relocate}(token, i32, i32)
define void @f(ptr %c, ptr addrspace(1) %p) gc "statepoint-example" {{
  %t = call token (i64, i32, ptr, i32, i32, ...) {statepoint}(i64 0, i32 0, ptr elementtype(void ()) %c, i32 0, i32 0, \
i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %r = call ptr addrspace(1) {relocate}(token %t, i32 0, i32 9)
  ret void
}}
"""
    assert f"(token %t, i32 0, i32 9) {comment}\n" in text_of(parse_assembly(text.encode(), "test", version))


def test_an_ordering_has_its_scope_before_it() -> None:
    assert ordering_text(0, "", 19) == ""
    assert ordering_text(ORDERING_NUMBERS["seq_cst"], "", 19) == " seq_cst"
    assert ordering_text(ORDERING_NUMBERS["monotonic"], "agent", 19) == ' syncscope("agent") monotonic'
