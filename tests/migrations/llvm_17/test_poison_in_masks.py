"""Elements of a shufflevector's mask that choose nothing are `poison` since LLVM 17."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

TEXT = (
    "define <2 x i8> @f(<2 x i8> %a) {{\n"
    "  %b = shufflevector <2 x i8> %a, <2 x i8> undef, <2 x i32> <i32 0, i32 {}>\n  ret <2 x i8> %b\n}}\n"
)


def test_undef_becomes_poison() -> None:
    module = parse_assembly(TEXT.format("undef"), llvm_version=16)
    bring(module, 17)
    assert "<2 x i32> <i32 0, i32 poison>" in to_assembly(module)


def test_poison_becomes_undef() -> None:
    module = parse_assembly(TEXT.format("poison"), llvm_version=17)
    bring(module, 16)
    assert "<2 x i32> <i32 0, i32 undef>" in to_assembly(module)
