; Prefix Data: a function is of pointer type, and the block forgets the star.
define void @f() prefix i32 123 {
  ret void
}

define i32* @read() {
  %1 = bitcast void () @f to i32*
  ret i32* %1
}
