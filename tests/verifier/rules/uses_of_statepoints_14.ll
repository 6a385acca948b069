; versions: 14
; pointers: typed
declare token @llvm.experimental.gc.statepoint.p0f_isVoidf(i64, i32, void ()*, i32, i32, ...)
declare void @nothing()

define void @users() gc "statepoint-example" {
  %t = call token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* @nothing, i32 0, i32 0, i32 0, i32 0)
  call void @nothing() ["deopt"(token %t)]
  ret void
}
