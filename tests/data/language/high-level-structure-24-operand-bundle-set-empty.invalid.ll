; Operand Bundles: a set has at least one.
; 6:18: error: operand bundle set must not be empty
declare void @x()

define void @f() {
  call void @x() []
  ret void
}
