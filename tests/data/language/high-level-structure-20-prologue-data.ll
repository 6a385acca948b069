; Prologue Data: an instruction as one byte, larger than the signed numbers of its type.
define void @f() prologue i8 144 {
  ret void
}
