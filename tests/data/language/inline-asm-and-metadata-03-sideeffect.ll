; Inline Assembler Expressions: one with side effects.
define void @f() {
  call void asm sideeffect "eieio", ""()
  ret void
}
