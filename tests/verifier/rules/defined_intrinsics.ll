; versions: 14 19 22
; pointers: typed
define void @llvm.donothing() {
  ret void
}
define void @f() {
  call void @llvm.donothing()
  ret void
}