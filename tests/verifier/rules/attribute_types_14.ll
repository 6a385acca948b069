; versions: 14
; pointers: typed
declare void @a(i32* byref(i8))
declare void @b(i32* byval(i8))
declare void @c(i32* preallocated(i8))
declare void @d(i32* inalloca(i8))
declare void @f(i32* elementtype(i8))
declare void @e(i32* swifterror)
define void @g(i32* %p) {
  call void @llvm.foo(i32* elementtype(i8) %p)
  ret void
}
declare void @llvm.foo(i32*)