"""The older names of NVPTX's intrinsics: what libNVVM does not know by name it takes for a function elsewhere."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.ir.module import Module
from pyllvm.migrations import bring

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


def test_copies_to_a_cluster_take_the_pointer_that_was_cast() -> None:
    text = """
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(7), ptr addrspace(3), ptr, i32, i16, i64, i1, i1, i32)
define void @f(ptr addrspace(3) %a, ptr %q) {
  %c = addrspacecast ptr addrspace(3) %a to ptr addrspace(7)
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(7) %c, ptr addrspace(3) %a, ptr %q, i32 1, i16 1, i64 2, \
i1 0, i1 1, i32 GROUP)
  ret void
}
"""
    module = parse_assembly(text.replace("GROUP", "0"), llvm_version=22)
    bring(module, 20)
    call = (
        "  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(3) %a, ptr addrspace(3) %a, ptr %q, i32 1, i16 1,"
        " i64 2, i1 false, i1 true)\n"
    )
    assert call in to_assembly(module)
    module = parse_assembly(text.replace("GROUP", "1"), llvm_version=22)
    with pytest.raises(PyllvmError, match="the operands of the intrinsic"):
        bring(module, 20)
