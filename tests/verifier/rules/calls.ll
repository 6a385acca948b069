; versions: 14 15 16 19 22 23 24
declare void @f(i32)
declare void @variadic(i32, ...)
declare ptr @returned(ptr)
declare void @error(ptr swifterror)
declare void @allocated(ptr inalloca(i32))
declare void @nothing()
declare i32 @llvm.ctpop.i32(i32)
declare i8 @llvm.ctlz.i8(i8, i1 immarg)
declare void @llvm.donothing()
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare i32 @personality(...)
declare i32 @speculated() speculatable
declare i32 @tokens(...)

define void @attributes(i32 %n, ptr %p) {
  call void @nothing() speculatable
  %s = call i32 @speculated() speculatable
  %q = call i32 @speculated() builtin
  call void @f(i32 immarg 3)
  call void @f(i32 returned 3)
  call void @nothing() preallocated(i32)
  call void (i32, ...) @variadic(i32 nest 1, i32 2)
  call void (i32, ...) @variadic(i32 1, ptr nest null, ptr nest null)
  call void (i32, ...) @variadic(i32 1, ptr returned null)
  call void (i32, ...) @variadic(i32 1, ptr sret(i32) null)
  call void (i32, ...) @variadic(i32 1, ptr inalloca(i32) null, i32 3)
  call void (i32, ...) @variadic(i32 1, i32 noalias 3)
  call void @f(i32 elementtype(i32) 3)
  ret void
}

define void @errors(ptr swifterror %e, ptr %p) {
  %a = alloca swifterror ptr
  %b = alloca ptr
  %c = alloca i32
  call void @error(ptr swifterror %a)
  call void @error(ptr %a)
  call void @error(ptr swifterror %b)
  call void @error(ptr swifterror %e)
  call void @error(ptr swifterror %p)
  call void @error(ptr swifterror null)
  store ptr %e, ptr %p
  %l = load ptr, ptr %e
  %g = getelementptr i8, ptr %a, i32 1
  call void @allocated(ptr inalloca(i32) %c)
  call void @allocated(ptr inalloca(i32) %p)
  ret void
}

define void @intrinsics(ptr %p, i1 %c, i8 %b) personality ptr @personality {
  %a = call i8 @llvm.ctlz.i8(i8 %b, i1 %c)
  %d = call i8 @llvm.ctlz.i8(i8 %b, i1 immarg true)
  %e = invoke i32 @llvm.ctpop.i32(i32 3) to label %next unwind label %pad
next:
  invoke void @llvm.donothing() to label %last unwind label %pad
last:
  invoke void @nothing() to label %end unwind label %end
pad:
  %l = landingpad i32 cleanup
  resume i32 %l
end:
  ret void
}

define void @indirect(ptr %p) {
  %t = call token %p()
  ret void
}

define void @invoked_twice_said() personality ptr @personality {
entry:
  invoke void @f(i32 %late) to label %next unwind label %pad
next:
  %late = add i32 1, 2
  ret void
pad:
  %l = landingpad i32 cleanup
  ret void
}

define i32 @result_of_invoke(i1 %c) personality ptr @personality {
entry:
  br i1 %c, label %call, label %next
call:
  %r = invoke i32 @speculated() to label %next unwind label %pad
next:
  ret i32 %r
pad:
  %l = landingpad i32 cleanup
  ret i32 %r
}
