; versions: 19 22 23
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
declare void @nothing()
define void @f(ptr addrspace(1) %object) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @nothing, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %object)]
  %a = call i32 @llvm.experimental.gc.result.i32(token none) ["deopt"(token %t)]
  ret void
}