; versions: 19 22 23
declare {i32, i32} @llvm.experimental.patchpoint.sl_i32i32s(i64, i32, ptr, i32, ...)
define void @f() {
  call anyregcc {i32, i32} (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.sl_i32i32s(i64 1, i32 1, ptr null, i32 0)
  ret void
}