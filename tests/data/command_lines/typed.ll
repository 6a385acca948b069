; The pointers of LLVM 14 and older.
define i32 @f(i32* %p) {
  %x = load i32, i32* %p, align 4
  ret i32 %x
}
