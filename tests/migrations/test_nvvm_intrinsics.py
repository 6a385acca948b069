"""The older names of NVPTX's intrinsics: what libNVVM does not know by name it takes for a function elsewhere."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.ir.module import Module

REDUCTIONS = """\
declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32, i1)
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)
define i32 @f(i1 %x) {
  %all = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %x)
  %count = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %all)
  ret i32 %count
}
"""
NAMES = """\
declare float @llvm.nvvm.fabs.f32(float)
declare float @llvm.nvvm.ex2.approx.f32(float)
define float @f(float %x) {
  %a = call float @llvm.nvvm.fabs.f32(float %x)
  %b = call float @llvm.nvvm.ex2.approx.f32(float %a)
  ret float %b
}
"""


def read(text: str) -> Module:
    return parse_assembly(text, llvm_version=22)


@pytest.mark.parametrize("version", [7, 14, 20])
def test_reductions_take_and_return_numbers(version: int) -> None:
    module = read(REDUCTIONS)
    assert module.downgraded(version) == []
    text = to_assembly(module)
    body = text[text.index("define") : text.index("}")]
    assert body.splitlines()[1:] == [
        "  %1 = zext i1 %x to i32",
        "  %2 = call i32 @llvm.nvvm.barrier0.and(i32 %1)",
        "  %all = icmp ne i32 %2, 0",
        "  %3 = zext i1 %all to i32",
        "  %count = call i32 @llvm.nvvm.barrier0.popc(i32 %3)",
        "  ret i32 %count",
    ]
    assert "barrier.cta" not in text


def test_other_barriers_than_the_first_have_no_older_reduction() -> None:
    with pytest.raises(PyllvmError, match="cannot hold the intrinsic 'llvm"):
        read(REDUCTIONS.replace("i32 0, i1 %x", "i32 1, i1 %x")).downgraded(20)


@pytest.mark.parametrize("version", [7, 20])
def test_names_before_there_were_overloads(version: int) -> None:
    module = read(NAMES)
    assert module.downgraded(version) == []
    text = to_assembly(module)
    assert "%a = call float @llvm.nvvm.fabs.f(float %x)" in text
    assert "%b = call float @llvm.nvvm.ex2.approx.f(float %a)" in text


def test_the_way_up_is_llvms() -> None:
    module = read(NAMES)
    module.downgraded(20)
    assert "@llvm.nvvm.ex2.approx.f32(float" in to_assembly(module, llvm_version=22)
