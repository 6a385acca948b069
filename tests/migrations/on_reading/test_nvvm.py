"""NVPTX's intrinsics that became general ones; the expectations are what llvm-as 21, 22 and 23 print."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly

_CALLS = """
declare i32 @llvm.nvvm.max.ui(i32, i32)
declare i32 @llvm.nvvm.abs.i(i32)
declare float @llvm.nvvm.tanh.approx.f32(float)
declare float @llvm.nvvm.fabs.f(float)
declare float @llvm.nvvm.atomic.load.add.f32.p0(ptr, float)
define i32 @f(i32 %a, float %x, ptr %p) {
  %r = tail call i32 @llvm.nvvm.max.ui(i32 %a, i32 7) #0
  %t = tail call nnan float @llvm.nvvm.tanh.approx.f32(float %x) #0
  %u = tail call nnan float @llvm.nvvm.fabs.f(float %x)
  %v = call float @llvm.nvvm.atomic.load.add.f32.p0(ptr %p, float %x)
  %s = call i32 @llvm.nvvm.abs.i(i32 -3)
  ret i32 %s
}
attributes #0 = { nounwind }
"""


def _body(version: int, text: str = _CALLS) -> list[str]:
    printed = to_assembly(parse_assembly(text, llvm_version=version))
    return [line for line in printed.splitlines() if line.startswith("  ")]


def test_a_call_that_only_gets_another_callee_keeps_its_attributes() -> None:
    for version in (22, 23):
        assert _body(version)[0] == "  %r = tail call i32 @llvm.umax.i32(i32 %a, i32 7) #2"


def test_the_approximate_tanh_is_the_general_one_since_llvm_22() -> None:
    assert _body(21)[1] == "  %t = tail call nnan float @llvm.nvvm.tanh.approx.f32(float %x) #1"
    assert _body(22)[1] == "  %1 = call afn float @llvm.tanh.f32(float %x)"


def test_llvm_23_keeps_fast_math_flags_and_narrows_atomics() -> None:
    assert _body(23)[1:] == [
        "  %1 = call nnan afn float @llvm.tanh.f32(float %x)",
        "  %2 = call nnan float @llvm.nvvm.fabs.f32(float %x)",
        '  %3 = atomicrmw fadd ptr %p, float %x syncscope("device") monotonic, align 4',
        "  %abs = call i32 @llvm.abs.i32(i32 -3, i1 true)",
        "  ret i32 %abs",
    ]


def test_the_absolute_value_of_a_constant_is_folded() -> None:
    assert _body(22)[-1] == "  ret i32 3"


@pytest.mark.parametrize("version", [21, 22, 23])
def test_copies_to_a_cluster_have_its_address_space_and_a_group(version: int) -> None:
    text = """
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i16, i64, i1, i1)
declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(7), ptr addrspace(3), ptr addrspace(3), i32)
define void @f(ptr addrspace(3) %a, ptr addrspace(7) %c, ptr %q) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(3) %a, ptr addrspace(3) %a, ptr %q, i32 1, i16 1, \
i64 2, i1 0, i1 1)
  tail call void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(7) %c, ptr addrspace(3) %a, \
ptr addrspace(3) %a, i32 4)
  ret void
}
"""
    assert _body(version, text) == [
        "  %1 = addrspacecast ptr addrspace(3) %a to ptr addrspace(7)",
        "  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(7) %1, ptr addrspace(3) %a, ptr %q, i32 1,"
        " i16 1, i64 2, i1 false, i1 true, i32 0)",
        "  tail call void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(7) %c, ptr addrspace(3) %a,"
        " ptr addrspace(3) %a, i32 4)",
        "  ret void",
    ]


def test_asynchronous_stores_are_printed_with_a_comment() -> None:
    text = (
        "declare void @llvm.nvvm.st.async.gpu.i32(ptr addrspace(1), i32, i1)\ndefine void @f(ptr addrspace(1) %p) {\n"
        "  call void @llvm.nvvm.st.async.gpu.i32(ptr addrspace(1) %p, i32 1, i1 true)\n  ret void\n}\n"
    )
    expected = "  call void @llvm.nvvm.st.async.gpu.i32(ptr addrspace(1) %p, i32 1, /* isMultimem= */ i1 true)"
    assert _body(23, text)[0] == expected
