; versions: 14 19 22 23
declare i32 @p(...)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define void @f() personality ptr @p {
  %t = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  br label %b
b:
  %x = catchpad within %t []
  unreachable
}