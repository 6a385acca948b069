"""Alignments that LLVM writes where an older LLVM left them out."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly

TEXT = """target datalayout = "e-i64:32:64"

define void @f(i64* %p, i16 %x) {
  %a = alloca i64
  %b = load i64, i64* %p
  store i64 %b, i64* %a
  %c = bitcast i64* %p to i16*
  %d = atomicrmw add i16* %c, i16 %x seq_cst
  %e = cmpxchg i64* %p, i64 %b, i64 0 seq_cst seq_cst
  ret void
}
"""


@pytest.mark.parametrize(
    ("version", "plain", "atomic"), [(10, False, False), (11, True, False), (12, True, False), (13, True, True)]
)
def test_alignments_of_the_layout(version: int, plain: bool, atomic: bool) -> None:
    printed = to_assembly(parse_assembly(TEXT, llvm_version=7), llvm_version=version)
    # A stack object has the preferred alignment of its type, other memory what the ABI requires.
    assert ("%a = alloca i64, align 8\n" in printed) == plain
    assert ("%b = load i64, i64* %p, align 4\n" in printed) == plain
    assert ("store i64 %b, i64* %a, align 4\n" in printed) == plain
    # Atomic operations are aligned to their size.
    assert ("atomicrmw add i16* %c, i16 %x seq_cst, align 2\n" in printed) == atomic
    assert ("cmpxchg i64* %p, i64 %b, i64 0 seq_cst seq_cst, align 8\n" in printed) == atomic


def test_an_alignment_that_is_there_stays() -> None:
    text = "define i32 @f(i32* %p) {\n  %a = load i32, i32* %p, align 1\n  ret i32 %a\n}\n"
    assert "align 1\n" in to_assembly(parse_assembly(text, llvm_version=7), llvm_version=13)
    # LLVM 12 writes alignments of loads itself, but none of atomic operations.
    text = "define i32 @f(i32* %p) {\n  %a = atomicrmw add i32* %p, i32 1 seq_cst\n  ret i32 %a\n}\n"
    assert "seq_cst, align 4\n" in to_assembly(parse_assembly(text, llvm_version=12), llvm_version=22)


def test_the_upgraded_layout_decides() -> None:
    text = (
        'target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"\ntarget triple = "x86_64-pc-linux-gnu"\n\n'
        "define i128 @f(i128* %p) {\n  %a = load i128, i128* %p\n  ret i128 %a\n}\n"
    )
    assert "load i128, i128* %p, align 8\n" in to_assembly(parse_assembly(text, llvm_version=10), llvm_version=14)
    assert "load i128, ptr %p, align 16\n" in to_assembly(parse_assembly(text, llvm_version=10), llvm_version=19)
