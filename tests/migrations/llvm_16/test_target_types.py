"""OpenCL's types: the pointers for them are those that clang 14 makes."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import bring
from pyllvm.verifier import verify

_TYPES = [
    ('"spirv.Image", void, 0, 0, 0, 0, 0, 0, 0', "opencl.image1d_ro_t", 1),
    ('"spirv.Image", void, 0, 0, 1, 0, 0, 0, 1', "opencl.image1d_array_wo_t", 1),
    ('"spirv.Image", void, 5, 0, 0, 0, 0, 0, 2', "opencl.image1d_buffer_rw_t", 1),
    ('"spirv.Image", void, 1, 1, 1, 1, 0, 0, 0', "opencl.image2d_array_msaa_depth_ro_t", 1),
    ('"spirv.Image", void, 2, 0, 0, 0, 0, 0, 0', "opencl.image3d_ro_t", 1),
    ('"spirv.Pipe", 1', "opencl.pipe_wo_t", 1),
    ('"spirv.Sampler"', "opencl.sampler_t", 2),
    ('"spirv.DeviceEvent"', "opencl.clk_event_t", 0),
    (
        '"spirv.AvcImeResultSingleReferenceStreamoutINTEL"',
        "opencl.intel_sub_group_avc_ime_result_single_reference_streamout_t",
        0,
    ),
]


@pytest.mark.parametrize(("target", "struct", "space"), _TYPES)
def test_a_type_becomes_a_pointer_to_an_opaque_struct(target: str, struct: str, space: int) -> None:
    text = f"define target({target}) @f(target({target}) %x) {{\n  ret target({target}) %x\n}}\n"
    pointer = f"%{struct} {f'addrspace({space})' if space else ''}*".replace(" *", "*")
    module = parse_assembly(text, llvm_version=22)
    assert bring(module, 14) == []
    typed = to_assembly(module)
    assert f"%{struct} = type opaque\n\ndefine {pointer} @f({pointer} %x) {{\n  ret {pointer} %x\n" in typed
    module = parse_assembly(text, llvm_version=22)
    bring(module, 15)
    opaque = f"ptr addrspace({space})" if space else "ptr"
    assert f"define {opaque} @f({opaque} %x)" in to_assembly(module)


def test_in_memory_and_as_constants() -> None:
    text = """
%s = type { target("spirv.Sampler"), i32 }
define void @k() {
  %a = alloca target("spirv.Event")
  store target("spirv.Event") zeroinitializer, ptr %a
  %t = alloca %s
  %e = load target("spirv.Sampler"), ptr %t
  store target("spirv.Sampler") %e, ptr %t
  ret void
}
"""
    module = parse_assembly(text, llvm_version=22)
    bring(module, 14)
    typed = to_assembly(module)
    assert "%s = type { %opencl.sampler_t addrspace(2)*, i32 }" in typed
    assert "  store %opencl.event_t* null, %opencl.event_t** %a, align 8\n" in typed
    assert verify(module) == []


def test_other_types_are_refused() -> None:
    for target in ('"spirv.Image", float, 1, 0, 0, 0, 0, 0, 0', '"spirv.Image", void, 4, 0, 0, 0, 0, 0, 0', '"dx.Other"'):
        module = parse_assembly(f"declare void @f(target({target}))\n", llvm_version=22)
        with pytest.raises(PyllvmError, match="target types"):
            bring(module, 14)
