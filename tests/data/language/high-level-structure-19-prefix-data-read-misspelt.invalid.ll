; Prefix Data: a function is of pointer type, and the block forgets the star.
; 8:24: error: functions are not values, refer to them as pointers
define void @f() prefix i32 123 {
  ret void
}

define i32* @read() {
  %1 = bitcast void () @f to i32*
  ret i32* %1
}
