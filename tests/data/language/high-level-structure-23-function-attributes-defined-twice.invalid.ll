; Function Attributes: the block gives one name to all of its functions.
; 7:13: error: invalid redefinition of function 'f'
define void @f() noinline {
  ret void
}

define void @f() alwaysinline {
  ret void
}
