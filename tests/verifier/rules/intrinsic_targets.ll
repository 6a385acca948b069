; versions: 17 19 22 23 24
declare i64 @llvm.aarch64.ldxr.p0(ptr)
declare i32 @llvm.aarch64.stxr.p0(i64, ptr)
declare void @llvm.aarch64.prefetch(ptr, i32 immarg, i32 immarg, i32 immarg, i32 immarg)
declare i32 @llvm.arm.ldrex.p0(ptr)
declare i32 @llvm.arm.strex.p0(i32, ptr)
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 immarg)
declare void @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr, i32, i32, i32, i32 immarg, ...)
declare i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32, i32)

define void @calls(ptr %p, i32 %i) {
  %a = call i64 @llvm.aarch64.ldxr.p0(ptr %p)
  %b = call i32 @llvm.aarch64.stxr.p0(i64 1, ptr %p)
  call void @llvm.aarch64.prefetch(ptr %p, i32 2, i32 0, i32 0, i32 0)
  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 4, i32 0, i32 0)
  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 0, i32 2, i32 0)
  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 0, i32 0, i32 2)
  %c = call i32 @llvm.arm.ldrex.p0(ptr %p)
  %d = call i32 @llvm.arm.strex.p0(i32 1, ptr %p)
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 25)
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 512)
  ret void
}

define amdgpu_cs_chain void @chain(ptr %p, i32 inreg %s, i32 %v) {
  %a = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %v, i32 1)
  %b = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %v, i32 %s)
  %c = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %v, i32 inreg %v)
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %p, i32 -1, i32 %s, i32 %v, i32 0)
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %p, i32 -1, i32 inreg %s, i32 inreg %v, i32 0)
  unreachable
}

define amdgpu_kernel void @kernel(ptr %p, i32 inreg %s, i32 %v) {
  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %p, i32 -1, i32 inreg %s, i32 %v, i32 0)
  unreachable
}
