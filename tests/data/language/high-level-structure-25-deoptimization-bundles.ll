; Deoptimization Operand Bundles: calls with and without them.
declare void @x()
declare void @y()

define void @f() {
  call void @x()
  call void @y() [ "deopt"(i32 10) ]
  call void @y() [ "deopt"(i32 10), "unknown"(i8* null) ]
  ret void
}

define void @g() {
  call void @f() [ "deopt"(i32 20) ]
  ret void
}
