; versions: 23
; `!mem.cache_hint` pairs the numbers of pointer operands, in rising order, with nodes of keys and values.

define void @f(ptr %p, i32 %n) {
  %1 = add i32 %n, 1, !mem.cache_hint !{}
  %2 = load i32, ptr %p, align 4, !mem.cache_hint !{i32 0}
  call void @g(ptr %p), !mem.cache_hint !{i32 0, !0}
  %3 = load i32, ptr %p, align 4, !mem.cache_hint !{!"0", !0}
  %4 = load i32, ptr %p, align 4, !mem.cache_hint !{i32 -1, !0}
  %5 = load i32, ptr %p, align 4, !mem.cache_hint !{i32 1, !0}
  store i32 %n, ptr %p, align 4, !mem.cache_hint !{i32 0, !0}
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 1, i1 false), !mem.cache_hint !{i32 1, !0, i32 1, !0}
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 2, i1 false), !mem.cache_hint !{i32 1, !0, i32 0, !0}
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 3, i1 false), !mem.cache_hint !{i32 0, !0, i32 1, !0}
  %6 = load i32, ptr %p, align 4, !mem.cache_hint !{i32 0, !"a"}
  %7 = load i32, ptr %p, align 4, !mem.cache_hint !{i32 0, !{!"a"}}
  %8 = load i32, ptr %p, align 4, !mem.cache_hint !{i32 0, !{i32 1, !"a"}}
  %9 = load i32, ptr %p, align 4, !mem.cache_hint !{i32 0, !{!"a", i32 1, !"a", i32 2}}
  %10 = load i32, ptr %p, align 4, !mem.cache_hint !{i32 0, !{!"a", !{}}}
  %11 = load i32, ptr %p, align 4, !mem.cache_hint !{i32 0, !{!"a", i32 1, !"b", !"c"}}
  call void @q(ptr %p), !mem.cache_hint !{}
  ret void
}

declare void @g(ptr)
declare void @q(ptr) memory(none)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{}
