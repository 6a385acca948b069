; Function Attributes: the block gives one name to all of its functions.
define void @f() noinline {
  ret void
}

define void @f() alwaysinline {
  ret void
}
