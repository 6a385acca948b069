"""The first parameter of `x86_intrcc` is `byval` since LLVM 13."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

OLD = "declare x86_intrcc void @f(i32*, i64)\ndeclare x86_intrcc void @g()\n"


def test_it_becomes_byval() -> None:
    module = parse_assembly(OLD, llvm_version=12)
    bring(module, 13)
    text = to_assembly(module)
    assert "declare x86_intrcc void @f(i32* byval(i32), i64)\n" in text
    assert "declare x86_intrcc void @g()\n" in text


def test_opaque_pointers_keep_the_type() -> None:
    module = parse_assembly(OLD, llvm_version=12)
    bring(module, 19)
    assert "declare x86_intrcc void @f(ptr byval(i32), i64)\n" in to_assembly(module)
