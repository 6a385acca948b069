"""The attribute "amdgpu-unsafe-fp-atomics" becomes metadata in bitcode; the expected lines are those of llvm-dis-22."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode

TEXT = """define void @f(ptr %p, float %x, i32 %i) "amdgpu-unsafe-fp-atomics"="true" "foo" {
  %a = atomicrmw fadd ptr %p, float %x seq_cst, align 4
  %b = atomicrmw add ptr %p, i32 %i seq_cst, align 4
  ret void
}
define void @g(ptr %p, float %x) "amdgpu-unsafe-fp-atomics"="false" {
  %a = atomicrmw fadd ptr %p, float %x seq_cst, align 4
  ret void
}
"""


@pytest.mark.parametrize(("version", "to", "is_upgraded"), [(19, 19, False), (19, 20, True), (22, 22, True)])
def test_the_operations_get_metadata_and_functions_lose_the_attribute(version: int, to: int, is_upgraded: bool) -> None:
    printed = to_assembly(parse_bitcode(to_bitcode(parse_assembly(TEXT, llvm_version=version)), llvm_version=to))
    assert ("unsafe-fp" in printed) != is_upgraded
    marks = ", !amdgpu.no.fine.grained.host.memory !0, !amdgpu.no.remote.memory.access !0, !amdgpu.ignore.denormal.mode !0"
    assert printed.count(marks) == is_upgraded
    assert f"%a = atomicrmw fadd ptr %p, float %x seq_cst, align 4{marks if is_upgraded else ''}\n  %b" in printed
    assert '"foo" }' in printed


def test_text_keeps_the_attribute() -> None:
    assert "unsafe-fp" in to_assembly(parse_assembly(TEXT, llvm_version=22))
