target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [64 x float] poison, align 4
define amdgpu_kernel void @kernel(ptr addrspace(1) %p, float %x) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %t = getelementptr inbounds float, ptr addrspace(3) @tile, i32 %i
  store float %x, ptr addrspace(3) %t, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  %y = load float, ptr addrspace(3) %t, align 4
  %s = alloca float, align 4, addrspace(5)
  store float %y, ptr addrspace(5) %s, align 4
  %m = call float @llvm.minnum.f32(float %y, float %x)
  %q = getelementptr inbounds nuw float, ptr addrspace(1) %p, i32 %i
  store float %m, ptr addrspace(1) %q, align 4
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare float @llvm.minnum.f32(float, float)
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 600}
