; versions: 19 22 23
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token, i32, i32)
declare ptr @llvm.experimental.gc.relocate.p0(token, i32, i32)
declare i32 @callee(i32)
declare void @nothing()
declare void @variadic(i32, ...)
declare i32 @counting(i32, ...)
declare i32 @personality(...)

define void @without_collector() {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @nothing, i32 0, i32 0, i32 0, i32 0)
  %r = call i32 @llvm.experimental.gc.result.i32(token %t)
  ret void
}

define void @wrapped(i32 %n) gc "statepoint-example" {
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 -1, ptr elementtype(void ()) @nothing, i32 0, i32 0, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr @nothing, i32 0, i32 0, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32) @nothing, i32 0, i32 0, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 -1, i32 0, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 0, i32 0, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32, ...)) @variadic, i32 0, i32 0, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32, ...)) @counting, i32 1, i32 0, i32 1, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 4, i32 1, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 0, i64 1, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 0, i32 1, i32 1, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 0, i32 1, i32 %n, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 0, i32 1, i32 0, i32 2)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 0, i32 1, i32 0, i32 %n)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 0, i32 1, i32 0, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 0, i32 1, i32 0, i32 0) memory(read)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 0, i32 1, i32 0, i32 0) memory(argmem: readwrite)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32, ...)) @variadic, i32 1, i32 0, i32 1, i32 0, i32 0)
  ret void
}

define i32 @results(ptr addrspace(1) %object, ptr %other, i32 %n, <2 x ptr addrspace(1)> %both) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 0, i32 1, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %object, ptr %other, i32 %n, <2 x ptr addrspace(1)> %both)]
  %v = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @nothing, i32 0, i32 0, i32 0, i32 0)
  %well = call i32 @llvm.experimental.gc.result.i32(token %t)
  %wrong = call i32 @llvm.experimental.gc.result.i32(token %v)
  %none = call i32 @llvm.experimental.gc.result.i32(token none)
  %undefined = call i32 @llvm.experimental.gc.result.i32(token undef)
  %a = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %d = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 2, i32 0)
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 2)
  %f = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 3)
  %g = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %h = call ptr @llvm.experimental.gc.relocate.p0(token %t, i32 0, i32 1)
  %i = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0)
  %j = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token undef, i32 0, i32 0)
  %l = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 3, i32 3)
  ret i32 %well
}

define void @unwinding(ptr addrspace(1) %object, i1 %c) gc "statepoint-example" personality ptr @personality {
entry:
  br i1 %c, label %first, label %second
first:
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @nothing, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %object)]
          to label %next unwind label %pad
next:
  ret void
pad:
  %p = landingpad token cleanup
  %a = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %p, i32 0, i32 0)
  ret void
second:
  invoke void @nothing() to label %third unwind label %pad2
pad2:
  %q = landingpad token cleanup
  %b = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %q, i32 0, i32 0)
  ret void
third:
  invoke void @nothing() to label %fourth unwind label %pad3
fourth:
  invoke void @nothing() to label %next unwind label %pad3
pad3:
  %r = landingpad token cleanup
  %d = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %r, i32 0, i32 0)
  ret void
}

define token @users() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @nothing, i32 0, i32 0, i32 0, i32 0)
  call void @nothing() ["deopt"(token %t)]
  ret token %t
}
