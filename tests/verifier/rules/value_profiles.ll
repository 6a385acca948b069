; versions: 23
; The values of a value profile are numbers, each once; a memory profile requires a call site.

define void @f(ptr %p) {
  call void %p(), !prof !{!"VP", i32 0, i64 10, !"a", i64 3}
  call void %p(), !prof !{!"VP", i32 0, i64 10, i64 5, i64 3, i64 5, i64 4}
  call void %p(), !prof !{!"VP", i32 0, i64 10, i64 5, i64 3, i64 6, i64 4}
  %1 = call ptr @g(), !memprof !{!{!{i64 1}, !"cold"}}
  %2 = call ptr @g(), !memprof !{!{!{i64 1}, !"cold"}}, !callsite !{i64 1}
  ret void
}

declare ptr @g()
