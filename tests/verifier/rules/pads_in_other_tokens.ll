; versions: 14 19 22 23
declare i32 @p(...)
declare void @g()
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define void @f() personality ptr @p {
  %t = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  invoke void @g() to label %ok unwind label %b
ok:
  ret void
b:
  %x = cleanuppad within %t []
  cleanupret from %x unwind to caller
}
define void @h() personality ptr @p {
  %t = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  invoke void @g() to label %ok unwind label %b
ok:
  ret void
b:
  %x = catchswitch within %t [label %c] unwind to caller
c:
  %y = catchpad within %x []
  catchret from %y to label %ok
}
define void @k() personality ptr @p {
  %t = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  invoke void @g() ["funclet"(token %t)] to label %ok unwind label %b
ok:
  ret void
b:
  %x = cleanuppad within none []
  cleanupret from %x unwind to caller
}