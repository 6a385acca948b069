define void @f(i32 %n) {
entry:
  %a = callbr i32 asm "", "=r,!i"() to label %next [label [label %entry]]

next:
  ret void
}
