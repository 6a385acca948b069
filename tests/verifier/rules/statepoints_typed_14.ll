; versions: 14
; pointers: typed
declare token @llvm.experimental.gc.statepoint.p0f_isVoidf(i64, i32, void ()*, i32, i32, ...)
declare token @llvm.experimental.gc.statepoint.p0f_i32i32f(i64, i32, i32 (i32)*, i32, i32, ...)
declare token @llvm.experimental.gc.statepoint.p0f_i32i32varargf(i64, i32, i32 (i32, ...)*, i32, i32, ...)
declare token @llvm.experimental.gc.statepoint.p0f_isVoidi32varargf(i64, i32, void (i32, ...)*, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
declare i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token, i32, i32)
declare i32 @llvm.experimental.gc.relocate.i32(token, i32, i32)
declare <2 x i8 addrspace(1)*> @llvm.experimental.gc.relocate.v2p1i8(token, i32, i32)
declare i32 @callee(i32)
declare i32 @counting(i32, ...)
declare void @variadic(i32, ...)
declare void @nothing()
declare token @other(i32)
declare i32 @personality(...)

define void @wrapped(i32 %n) gc "statepoint-example" {
  call token (i64, i32, i32 (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32f(i64 0, i32 0, i32 (i32)* @callee, i32 -1, i32 0, i32 0, i32 0)
  call token (i64, i32, void (i32, ...)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidi32varargf(i64 0, i32 0, void (i32, ...)* @variadic, i32 0, i32 0, i32 0, i32 0)
  call token (i64, i32, i32 (i32, ...)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32varargf(i64 0, i32 0, i32 (i32, ...)* @counting, i32 1, i32 0, i32 1, i32 0, i32 0)
  call token (i64, i32, i32 (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32f(i64 0, i32 0, i32 (i32)* @callee, i32 1, i32 4, i32 1, i32 0, i32 0)
  call token (i64, i32, i32 (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32f(i64 0, i32 0, i32 (i32)* @callee, i32 1, i32 0, i64 1, i32 0, i32 0)
  call token (i64, i32, void (i32, ...)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidi32varargf(i64 0, i32 0, void (i32, ...)* @variadic, i32 1, i32 0, i32* sret(i32) null, i32 0, i32 0)
  call token (i64, i32, i32 (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32f(i64 0, i32 0, i32 (i32)* @callee, i32 1, i32 0, i32 1, i32 %n, i32 0)
  call token (i64, i32, i32 (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32f(i64 0, i32 0, i32 (i32)* @callee, i32 1, i32 0, i32 1, i32 1, i32 0)
  call token (i64, i32, i32 (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32f(i64 0, i32 0, i32 (i32)* @callee, i32 1, i32 0, i32 1, i32 0, i32 %n)
  call token (i64, i32, i32 (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32f(i64 0, i32 0, i32 (i32)* @callee, i32 1, i32 0, i32 1, i32 0, i32 2)
  call token (i64, i32, i32 (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i32i32f(i64 0, i32 0, i32 (i32)* @callee, i32 1, i32 0, i32 1, i32 0, i32 0, i32 0)
  ret void
}

define void @relocated(i8 addrspace(1)* %object) gc "statepoint-example" {
  %t = call token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* @nothing, i32 0, i32 0, i32 0, i32 0) ["gc-live"(i8 addrspace(1)* %object)]
  %other = call token @other(i32 1)
  %a = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %other, i32 0, i32 0)
  %b = call i32 @llvm.experimental.gc.relocate.i32(token %t, i32 0, i32 0)
  %c = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %t, i32 1, i32 0)
  %d = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %t, i32 0, i32 1)
  %e = call <2 x i8 addrspace(1)*> @llvm.experimental.gc.relocate.v2p1i8(token %t, i32 0, i32 0)
  ret void
}

define void @unwinding(i8 addrspace(1)* %object, i1 %c) gc "statepoint-example" personality i32 (...)* @personality {
entry:
  br i1 %c, label %first, label %second
first:
  %t = invoke token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* @nothing, i32 0, i32 0, i32 0, i32 0) ["gc-live"(i8 addrspace(1)* %object)]
          to label %next unwind label %pad
next:
  ret void
pad:
  %p = landingpad token cleanup
  %a = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %p, i32 0, i32 0)
  ret void
second:
  invoke void @nothing() to label %third unwind label %pad2
pad2:
  %q = landingpad token cleanup
  %b = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %q, i32 0, i32 0)
  ret void
third:
  invoke void @nothing() to label %fourth unwind label %pad3
fourth:
  invoke void @nothing() to label %next unwind label %pad3
pad3:
  %r = landingpad token cleanup
  %d = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %r, i32 0, i32 0)
  ret void
}

define token @users() gc "statepoint-example" {
  %t = call token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* @nothing, i32 0, i32 0, i32 0, i32 0)
  %u = call token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* @nothing, i32 0, i32 0, i32 0, i32 0)
  call void @nothing() ["deopt"(token %t)]
  call i32 @llvm.experimental.gc.result.i32(token none) ["deopt"(token %u)]
  ret token %t
}
