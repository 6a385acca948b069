; versions: 19 22 23
declare token @llvm.call.preallocated.setup(i32)
declare void @foo(ptr preallocated(i32))
declare ptr @llvm.call.preallocated.arg(token, i32)
define void @f() {
  %a = call token @llvm.call.preallocated.setup(i32 1)
  %b = call token @llvm.call.preallocated.setup(i32 1)
  %x = call ptr @llvm.call.preallocated.arg(token %a, i32 0) preallocated(i32)
  call void @foo(ptr preallocated(i32) %x) ["preallocated"(token %b, token %a)]
  ret void
}