; Accepted by LLVM, but an error whenever it runs.
define i32 @f() {
  %x = sdiv i32 1, 0
  ret i32 %x
}
