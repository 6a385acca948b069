; Inline Assembler Expressions: a call with a result and an argument.
define i32 @f(i32 %Y) {
  %X = call i32 asm "bswap $0", "=r,r"(i32 %Y)
  ret i32 %X
}
