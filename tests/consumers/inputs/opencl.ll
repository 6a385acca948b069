target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @kernel(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, ptr addrspace(1) align 16 %o, ptr addrspace(1) %a, ptr addrspace(3) %l) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  %e = alloca target("spirv.Event"), align 8
  %w = call spir_func i32 @_Z15get_image_width14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i)
  %n = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %a, i32 %w)
  %c = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %o, i64 4, target("spirv.Event") zeroinitializer)
  store target("spirv.Event") %c, ptr %e, align 8
  call spir_func void @_Z17wait_group_eventsiP9ocl_event(i32 1, ptr %e)
  %f = load float, ptr addrspace(3) %l, align 4
  %v = insertelement <4 x float> zeroinitializer, float %f, i32 0
  store <4 x float> %v, ptr addrspace(1) %o, align 16
  ret void
}
declare spir_func i32 @_Z15get_image_width14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1), i32)
declare spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, target("spirv.Event"))
declare spir_func void @_Z17wait_group_eventsiP9ocl_event(i32, ptr)
!0 = !{i32 1, i32 1, i32 1, i32 3}
!1 = !{!"read_only", !"none", !"none", !"none"}
!2 = !{!"image2d_t", !"float4*", !"int*", !"float*"}
!3 = !{!"", !"", !"volatile", !""}
