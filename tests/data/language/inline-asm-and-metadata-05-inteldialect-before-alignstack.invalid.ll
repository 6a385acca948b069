; Inline Assembler Expressions: the keywords have an order.
; 4:30: error: expected string constant
define void @f() {
  call void asm inteldialect alignstack "eieio", ""()
  ret void
}
