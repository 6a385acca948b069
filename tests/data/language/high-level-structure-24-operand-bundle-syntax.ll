; Operand Bundles: none, one and several bundles, of no, one and several values, on calls and invokes.
declare void @x()
declare i32 @personality(...)

define void @f(i32 %value, i8* %pointer) personality i32 (...)* @personality {
entry:
  call void @x() [ "tag"() ]
  call void @x() [ "tag"(i32 %value) ]
  call void @x() [ "tag"(i32 %value, i8* %pointer, [2 x float] [float 1.0, float 2.0]), "other tag\0A"(i64 7), "deopt"() ]
  tail call void @x() nounwind [ "tag"(i32 3) ], !mine !0
  invoke void @x() [ "tag"(void ()* @x) ]
      to label %exit unwind label %pad

pad:
  %landed = landingpad { i8*, i32 }
      cleanup
  br label %exit

exit:
  ret void
}

!0 = !{}
