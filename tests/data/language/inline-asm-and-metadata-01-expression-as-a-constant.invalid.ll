; Inline Assembler Expressions: they are only called, never an initializer.
; 3:24: error: invalid type for inline asm constraint string
@g = global i32 (i32)* asm "bswap $0", "=r,r"
