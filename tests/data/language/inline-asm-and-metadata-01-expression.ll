; Inline Assembler Expressions: the expression itself, where a function's pointer could stand.
define i32 @f(i32 %value) {
  %result = call i32 (i32) asm "bswap $0", "=r,r"(i32 %value)
  ret i32 %result
}
