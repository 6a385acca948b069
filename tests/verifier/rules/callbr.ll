; versions: 15 16 19 22 23 24
declare i32 @f(i32)
define void @labels(i32 %n) {
  callbr void asm "", "!i"() to label %one [label %two]
one:
  callbr void asm "", "!i"() to label %three []
three:
  callbr void asm "", ""() to label %two [label %two]
two:
  call void asm "", "!i"()
  ret void
}

define i32 @results(i32 %n, i1 %c) {
  %x = callbr i32 asm "", "=r,!i"() to label %one [label %two]
one:
  ret i32 %x
two:
  ret i32 %x
}

define i32 @results_after(i32 %n, i1 %c) {
entry:
  br i1 %c, label %asm, label %one
asm:
  %x = callbr i32 asm "", "=r,!i"() to label %one [label %two]
one:
  ret i32 %x
two:
  ret i32 %x
}
