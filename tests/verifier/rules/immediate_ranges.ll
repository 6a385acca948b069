; versions: 23
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32)
declare void @llvm.amdgcn.s.sleep(i32 immarg)
declare void @llvm.aarch64.range.prefetch(ptr, i32 immarg, i32 immarg, i64)
declare <4 x i32> @llvm.hexagon.V6.vL32b.nt.qpred.ai(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.amdgcn.s.wait.asynccnt(i16 immarg)
define void @f(ptr %p) {
  call void @llvm.prefetch.p0(ptr %p, i32 5, i32 0, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 9, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 3, i32 8)
  ret void
}
