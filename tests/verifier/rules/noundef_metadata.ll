; versions: 23
; `!noundef` is empty and belongs to loads; `!invariant.load` belongs to loads and to intrinsics that only read.

define void @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !noundef !0
  call void @g(), !noundef !1
  %2 = call i32 @h(i32 1), !invariant.load !1
  %3 = call i32 @llvm.ctpop.i32(i32 1), !invariant.load !1
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1, i1 false), !invariant.load !1
  ret void
}

declare void @g()
declare i32 @h(i32) memory(none)
declare i32 @llvm.ctpop.i32(i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!0 = !{i32 1}
!1 = !{}
