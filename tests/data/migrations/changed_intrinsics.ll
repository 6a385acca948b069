; Calls of intrinsics under names and with operands that LLVM gave up; changed_intrinsics.N.ll is what LLVM N reads.
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* nocapture, i8* nocapture, i64, i32, i1)
declare void @llvm.memset.p0i8.i64(i8* nocapture, i8, i64, i32, i1)
declare i64 @llvm.objectsize.i64.p0i8(i8*, i1)
declare i8* @llvm.ptr.annotation.p0i8(i8*, i8*, i8*, i32)
declare void @llvm.var.annotation(i8*, i8*, i8*, i32)
declare i8* @llvm.invariant.group.barrier.p0i8(i8*)
declare i8* @llvm.invariant.group.barrier(i8*)
define void @f(i8* %p, i8* %q) {
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* nonnull %p, i8* %q, i64 4, i32 8, i1 false), !tbaa !0
  call void @llvm.memset.p0i8.i64(i8* %p, i8 0, i64 4, i32 0, i1 false)
  %s = call i64 @llvm.objectsize.i64.p0i8(i8* %p, i1 true)
  %a = call i8* @llvm.ptr.annotation.p0i8(i8* %p, i8* %q, i8* null, i32 1)
  call void @llvm.var.annotation(i8* %p, i8* %q, i8* null, i32 1)
  %b = call i8* @llvm.invariant.group.barrier.p0i8(i8* %p)
  ret void
}
!0 = !{!"int", !1}
!1 = !{!"root"}
