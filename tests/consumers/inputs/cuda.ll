target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x float] poison, align 4
define ptx_kernel void @kernel(ptr addrspace(1) %p, float %x) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = sext i32 %i to i64
  %t = getelementptr inbounds float, ptr addrspace(3) @tile, i64 %n
  store float %x, ptr addrspace(3) %t, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = load float, ptr addrspace(3) %t, align 4
  %old = atomicrmw fadd ptr addrspace(1) %p, float %y seq_cst
  %m = call float @llvm.maxnum.f32(float %y, float %x)
  %q = getelementptr inbounds nuw float, ptr addrspace(1) %p, i64 %n
  store float %m, ptr addrspace(1) %q, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare float @llvm.maxnum.f32(float, float)
