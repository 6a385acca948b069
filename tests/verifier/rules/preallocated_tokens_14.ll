; versions: 14
; pointers: typed
declare token @llvm.call.preallocated.setup(i32)
declare i8* @llvm.call.preallocated.arg(token, i32)
declare void @foo(i32* preallocated(i32))
define void @f() {
  %a = call token @llvm.call.preallocated.setup(i32 1)
  %b = call token @llvm.call.preallocated.setup(i32 1)
  %x = call i8* @llvm.call.preallocated.arg(token %a, i32 0) preallocated(i32)
  %y = bitcast i8* %x to i32*
  call void @foo(i32* preallocated(i32) %y) ["preallocated"(token %b, token %a)]
  ret void
}
