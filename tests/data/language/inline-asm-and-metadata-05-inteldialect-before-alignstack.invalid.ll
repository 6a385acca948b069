; Inline Assembler Expressions: the keywords have an order.
define void @f() {
  call void asm inteldialect alignstack "eieio", ""()
  ret void
}
