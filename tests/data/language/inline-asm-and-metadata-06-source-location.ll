; Inline Asm Metadata: where the assembly was written.
define void @f() {
  call void asm sideeffect "something bad", ""(), !srcloc !42
  call void asm sideeffect "two\0Alines", ""(), !srcloc !43
  ret void
}

!42 = !{i32 1234567}
!43 = !{i32 1, i32 2}
