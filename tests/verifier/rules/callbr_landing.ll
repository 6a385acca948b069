; versions: 19 22 23
declare i32 @llvm.callbr.landingpad.i32(i32)
define void @f() {
  %x = callbr i32 asm "", "=r,!i"() to label %a [label %b]
a:
  ret void
b:
  %z = add i32 1, 1
  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret void
}