; Prologue Data: a packed structure whose type has a number, and that points to a global.
%0 = type <{ i8, i8, i8* }>

@md = global i8 0

define void @f() prologue %0 <{ i8 235, i8 8, i8* @md }> {
  ret void
}
