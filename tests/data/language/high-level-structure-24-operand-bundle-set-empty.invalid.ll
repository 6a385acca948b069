; Operand Bundles: a set has at least one.
declare void @x()

define void @f() {
  call void @x() []
  ret void
}
