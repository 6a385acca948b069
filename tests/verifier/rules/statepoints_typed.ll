; versions: 14
; pointers: typed
declare token @llvm.experimental.gc.statepoint.p0f_isVoidf(i64, i32, void ()*, i32, i32, ...)
declare token @llvm.experimental.gc.statepoint.p0f_i32i32f(i64, i32, i32 (i32)*, i32, i32, ...)
declare token @llvm.experimental.gc.statepoint.p0i8(i64, i32, i8*, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
declare i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token, i32, i32)
declare i32 @callee(i32)
declare void @nothing()

define i32 @f(i8 addrspace(1)* %object, i8* %other, i32 %n) gc "statepoint-example" {
  call token (i64, i32, i8*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0i8(i64 0, i32 0, i8* %other, i32 0, i32 0, i32 0, i32 0)
  call token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* @nothing, i32 0, i32 0, i32 0, i32 0) readonly
  call token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* @nothing, i32 1, i32 0, i32 0, i32 0)
  %t = call token (i64, i32, i32 (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32f(i64 0, i32 0, i32 (i32)* @callee, i32 1, i32 0, i32 1, i32 0, i32 0) ["gc-live"(i8 addrspace(1)* %object, i8* %other, i32 %n)]
  %v = call token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* @nothing, i32 0, i32 0, i32 0, i32 0)
  %well = call i32 @llvm.experimental.gc.result.i32(token %t)
  %wrong = call i32 @llvm.experimental.gc.result.i32(token %v)
  %undefined = call i32 @llvm.experimental.gc.result.i32(token undef)
  %a = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %t, i32 0, i32 0)
  %c = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %t, i32 2, i32 0)
  %d = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %t, i32 0, i32 2)
  %e = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %t, i32 0, i32 1)
  ret i32 %well
}
