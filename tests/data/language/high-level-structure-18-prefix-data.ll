; Prefix Data: a constant before a function's entry.
define void @f() prefix i32 123 {
  ret void
}
