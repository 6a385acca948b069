; versions: 14 19 21 22 23 24
declare void @llvm.assume(i1)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare void @llvm.experimental.guard(i1, ...)
declare i32 @llvm.experimental.deoptimize.i32(...)
declare void @llvm.va_start(ptr)
declare ptr @llvm.eh.exceptionpointer.p0(token)
@constant = internal global i32 0

define i32 @calls(ptr %p, i1 %c) {
  call void @llvm.assume(i1 true) ["nothing"(i32 1)]
  call void @llvm.assume(i1 true) ["align"(ptr %p)]
  call void @llvm.assume(i1 true) ["align"(i32 1, i32 2)]
  call void @llvm.assume(i1 true) ["align"(ptr %p, ptr %p)]
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p)]
  call void @llvm.assume(i1 true) ["dereferenceable"(i32 1, i32 2)]
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, ptr %p)]
  call void @llvm.assume(i1 true) ["dereferenceable_or_null"(ptr %p, ptr %p)]
  call void @llvm.assume(i1 true) ["align"(ptr %p, i32 2), "align"(ptr %p)]
  call void @llvm.assume(i1 true) ["ignore"(), "align"(ptr %p)]
  call void @llvm.assume(i1 true) ["nonnull"(ptr %p, i32 1)]
  call void @llvm.assume(i1 true) ["cold"(ptr %p)]
  call void @llvm.assume(i1 true) ["nonnull"(ptr %p, i32 1, i32 2)]
  %a = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @constant)
  %b = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr %p)
  call void (i1, ...) @llvm.experimental.guard(i1 %c)
  %d = call i32 (...) @llvm.experimental.deoptimize.i32() ["deopt"()]
  %e = call ptr @llvm.eh.exceptionpointer.p0(token none)
  ret i32 %d
}
