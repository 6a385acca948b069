; versions: 23
; From LLVM 23 on, `!callee_type` lists nodes of one generalized type each.

define void @f(ptr %p) {
  call void @g(), !callee_type !{i32 1}
  call void @g(), !callee_type !{!{i64 0, !"a.generalized"}}
  call void @g(), !callee_type !{!{i64 0}}
  call void @g(), !callee_type !{!{!"a"}}
  call void @g(), !callee_type !{!{!"a.generalized"}}
  %1 = load i32, ptr %p, align 4, !callee_type !{}
  ret void
}

declare void @g()
