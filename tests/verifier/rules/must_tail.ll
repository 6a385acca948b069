; versions: 14 15 16 19 22 23 24
declare void @f(i32)
declare i32 @g(i32)
declare ptr @h()
declare void @v(i32, ...)
declare tailcc void @t(i32)
declare tailcc void @ti(ptr inalloca(i32))
declare swifttailcc void @ts(ptr byref(i32), i32 inreg)

define void @counts() {
  musttail call void @f(i32 1)
  ret void
}
define void @types(i64 %x) {
  musttail call void @f(i32 1)
  ret void
}
define void @returned(i32 %x) {
  %r = musttail call i32 @g(i32 %x)
  ret void
}
define i32 @value(i32 %x) {
  %r = musttail call i32 @g(i32 %x)
  ret i32 0
}
define i32 @undefined(i32 %x) {
  %r = musttail call i32 @g(i32 %x)
  ret i32 undef
}
define i32 @other(i32 %x) {
  %r = musttail call i32 @g(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}
define void @variadic(i32 %x) {
  musttail call void (i32, ...) @v(i32 %x)
  ret void
}
define fastcc void @convention(i32 %x) {
  musttail call void @f(i32 %x)
  ret void
}
define void @assembly(i32 %x) {
  musttail call void asm "", "r"(i32 %x)
  ret void
}
define void @registers(i32 inreg %x) {
  musttail call void @f(i32 %x)
  ret void
}
define tailcc void @tail(i64 %x) {
  musttail call tailcc void @t(i32 1)
  ret void
}
define tailcc void @tail_attributes(i32 inreg %x) {
  musttail call tailcc void @ti(ptr inalloca(i32) null)
  ret void
}
define swifttailcc void @swift(ptr byref(i32) %x, i32 %y) {
  musttail call swifttailcc void @ts(ptr byref(i32) %x, i32 inreg %y)
  ret void
}
define ptr @cast(i32 %n) {
  %r = musttail call ptr @h()
  %c = bitcast i32 %n to float
  ret ptr %r
}
