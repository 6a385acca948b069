declare void @g()
define void @f(ptr %p) {
  call void @g(), !callee_type !{!{!{}}}
  ret void
}
