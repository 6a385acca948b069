"""`--target-profile=spir`: the pointers of OpenCL's functions and kernels, as clang 14 wrote them."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly

IMAGE = 'target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)'
KERNEL = (
    """\
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spirv64-unknown-unknown"
%struct.S = type { i32, float }
define spir_kernel void @k(IMAGE %i, ptr addrspace(1) %o, ptr addrspace(1) %s, ptr addrspace(1) %a, ptr addrspace(1) %p) """
    """\
!kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 {
  %e = alloca target("spirv.Event")
  %c = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %a, i32 1)
  %n = call spir_func i32 @_Z15get_image_width14ocl_image2d_ro(IMAGE %i)
  %v = load target("spirv.Event"), ptr %e
  store target("spirv.Event") %v, ptr %e
  call spir_func void @_Z17wait_group_eventsiP9ocl_event(i32 1, ptr %e)
  ret void
}
declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1), i32)
declare spir_func i32 @_Z15get_image_width14ocl_image2d_ro(IMAGE)
declare spir_func void @_Z17wait_group_eventsiP9ocl_event(i32, ptr)
declare spir_func void @_Z8vstore_nDv4_fmPU3AS1S_PU3AS1KS_(<4 x float>, i64, ptr addrspace(1), ptr addrspace(1))
declare spir_func i32 @_Z3odd1X(ptr)
!1 = !{!"read_only", !"none", !"none", !"none", !"write_only"}
!2 = !{!"image2d_t", !"uchar3*", !"S*", !"atomic_int*", !"float"}
!3 = !{!"image2d_t", !"uchar __attribute__((ext_vector_type(3)))*", !"struct S*", !"_Atomic(int)*", !"float"}
!4 = !{!"", !"", !"", !"", !"pipe"}
"""
)


def lowered(text: str, version: int = 22) -> str:
    module = parse_assembly(text.replace("IMAGE", IMAGE), llvm_version=version)
    module.downgraded(14, target_profile="spir")
    return to_assembly(module)


def test_kernels_have_the_types_of_their_metadata() -> None:
    assert (
        "define spir_kernel void @k(%opencl.image2d_ro_t addrspace(1)* %i, <3 x i8> addrspace(1)* %o, %struct.S addrspace(1)* %s,"
        " i32 addrspace(1)* %a, %opencl.pipe_wo_t addrspace(1)* %p)"
    ) in lowered(KERNEL)


def test_functions_have_the_types_of_their_mangled_names() -> None:
    text = lowered(KERNEL)
    assert "declare spir_func i32 @_Z10atomic_addPU3AS1Vii(i32 addrspace(1)*, i32)" in text
    assert "call spir_func i32 @_Z10atomic_addPU3AS1Vii(i32 addrspace(1)* %a, i32 1)" in text
    assert "(<4 x float>, i64, <4 x float> addrspace(1)*, <4 x float> addrspace(1)*)" in text  # S_ is the vector
    assert "declare spir_func i32 @_Z3odd1X(i8*)" in text


def test_events_are_pointers_in_memory() -> None:
    text = lowered(KERNEL)
    assert "%e = alloca %opencl.event_t*" in text
    assert "store %opencl.event_t* %v, %opencl.event_t** %e" in text
    assert "call spir_func void @_Z17wait_group_eventsiP9ocl_event(i32 1, %opencl.event_t** %e)" in text


def test_the_triple_the_layout_and_the_versions_are_those_of_spir() -> None:
    text = lowered(KERNEL)
    assert 'target triple = "spir64-unknown-unknown"' in text
    assert 'v1024:1024"\n' in text
    assert "!opencl.ocl.version = " in text
    assert "!opencl.spir.version = " in text


def test_llvm_16_has_images_as_plain_pointers() -> None:
    text = lowered(
        """\
target triple = "spir-unknown-unknown"
declare spir_func i32 @_Z15get_image_width20ocl_image2d_array_wo(ptr addrspace(1))
declare spir_func ptr addrspace(2) @__translate_sampler_initializer(i32)
""",
        16,
    )
    assert "@_Z15get_image_width20ocl_image2d_array_wo(%opencl.image2d_array_wo_t addrspace(1)*)" in text
    assert "declare spir_func %opencl.sampler_t addrspace(2)* @__translate_sampler_initializer(i32)" in text
    assert 'target datalayout = "e-p:32:32-i64:64-' in text
