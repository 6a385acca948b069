; Inline Assembler Expressions: they are only called, never an initializer.
@g = global i32 (i32)* asm "bswap $0", "=r,r"
