; versions: 23
!llvm.module.flags = !{!1}
!1 = !{i32 1, !"require-logical-pointer", i32 1}
%s = type opaque
@x = global ptr getelementptr (i32, ptr @x, i64 1)
define void @f(ptr %p) {
  %a = alloca i32
  %b = getelementptr i32, ptr %p, i32 %c
  %c = add i32 1, 1
  %d = alloca i32, i32 %c, !foo !9, !range !9
  %e = alloca i32, addrspace(5), !range !9
  %r = load ptr, ptr getelementptr (i32, ptr @x, i64 1)
  ret void
}
!9 = !{}