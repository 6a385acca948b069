; versions: 16 17 18
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32)
define void @f(ptr %p) {
  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 4, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 9, i32 0)
  ret void
}
