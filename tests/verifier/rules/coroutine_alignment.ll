; versions: 23
declare token @llvm.coro.id(float, ptr, ptr, ptr)
define void @f() {
  call token @llvm.coro.id(float 1.0, ptr null, ptr null, ptr null)
  ret void
}