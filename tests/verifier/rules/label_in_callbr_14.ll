; versions: 14
; pointers: typed
declare i32 @p(...)
define void @f() {
  callbr void asm "", "X"(label %b) to label %a []
a:
  ret void
b:
  ret void
}