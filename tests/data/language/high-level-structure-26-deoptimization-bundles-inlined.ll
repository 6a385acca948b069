; Deoptimization Operand Bundles: the same calls with the state of their caller put before their own.
declare void @x()
declare void @y()

define void @g() {
  call void @x()
  call void @y() [ "deopt"(i32 20, i32 10) ]
  call void @y() [ "deopt"(i32 20, i32 10), "unknown"(i8* null) ]
  ret void
}
