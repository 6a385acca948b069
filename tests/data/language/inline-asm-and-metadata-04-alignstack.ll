; Inline Assembler Expressions: one that wants the stack aligned.
define void @f() {
  call void asm alignstack "eieio", ""()
  ret void
}
