; versions 15 to 22
declare i32 @callee(ptr addrspace(1))
declare i32 @personality(...)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare void @llvm.experimental.deoptimize.isVoid(...)
declare i32 @llvm.experimental.deoptimize.i32(...)
declare void @llvm.experimental.guard(i1, ...)
declare i1 @llvm.experimental.widenable.condition()
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)

define ptr addrspace(1) @calls(ptr addrspace(1) %p) gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i32 (ptr addrspace(1))) @callee, i32 1, i32 0, ptr addrspace(1) %p, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p), "deopt"(i32 1) ]
  %result = call i32 @llvm.experimental.gc.result.i32(token %token)
  %moved = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  ret ptr addrspace(1) %moved
}

define ptr addrspace(1) @invokes(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  %token = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (ptr addrspace(1))) @callee, i32 1, i32 0, ptr addrspace(1) %p, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
          to label %normal unwind label %exceptional

normal:
  %a = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  ret ptr addrspace(1) %a

exceptional:
  %pad = landingpad token
          cleanup
  %b = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %pad, i32 0, i32 0)
  ret ptr addrspace(1) %b
}

define i32 @deoptimizes(i1 %c, ptr %p) {
  call void (i1, ...) @llvm.experimental.guard(i1 %c, i32 1) [ "deopt"() ]
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 8, i32 3)
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 2, i32 15, ptr %p, i32 1, i32 4)
  %w = call i1 @llvm.experimental.widenable.condition()
  %r = call i32 (...) @llvm.experimental.deoptimize.i32(i32 7) [ "deopt"(i32 1) ]
  ret i32 %r
}
