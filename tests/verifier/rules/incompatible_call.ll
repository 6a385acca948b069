; versions: 19 22 23
declare i32 @llvm.ctpop.i32(i32)
define void @f() {
  call i64 @llvm.ctpop.i32(i64 1)
  ret void
}