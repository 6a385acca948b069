; The order of the uses of %a is not the order in which a reader finds them.
define i32 @f(i32 %a) {
  %x = add i32 %a, 1
  %y = add i32 %a, 2
  %z = add i32 %x, %y
  ret i32 %z
  uselistorder i32 %a, { 1, 0 }
}
