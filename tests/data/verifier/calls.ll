; versions 14 to 22
target triple = "x86_64-unknown-linux-gnu"

declare void @simple(i32, ptr)
declare i32 @variadic(ptr, ...)
declare void @by_value(ptr byval(i64), ptr)
declare fastcc i32 @fast(i32, i32)
declare ptr @objc(ptr)
declare void @llvm.objc.clang.arc.noop.use(...)
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr)
declare ptr @llvm.objc.unsafeClaimAutoreleasedReturnValue(ptr)
declare void @llvm.assume(i1)
declare swifttailcc void @swift(ptr swiftasync, i32)
declare tailcc void @tailed(ptr swiftself, i32)

define void @caller(i32 %a, ptr %p, i1 %c) {
  call void @simple(i32 %a, ptr %p)
  tail call void @simple(i32 1, ptr nonnull %p) nounwind
  %called = notail call fastcc i32 @fast(i32 %a, i32 inreg 4)
  %1 = call i32 (ptr, ...) @variadic(ptr %p, i32 1, double 2.0)
  call void %p(i32 signext %a, i64 2)
  call void @by_value(ptr byval(i64) align 8 %p, ptr %p)
  call void @simple(i32 %a, ptr %p) [ "deopt"(i32 %a, ptr %p), "gc-transition"(i32 1) ]
  %2 = call ptr @objc(ptr %p) [ "clang.arc.attachedcall"(ptr @llvm.objc.retainAutoreleasedReturnValue) ]
  call void (...) @llvm.objc.clang.arc.noop.use(ptr %2)
  call void %p(i32 0, ptr null) [ "cfguardtarget"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16), "nonnull"(ptr %p), "dereferenceable"(ptr %p, i64 8), "cold"() ]
  %3 = call i32 asm sideeffect "nop $0, $1", "=r,r,~{memory}"(i32 %a)
  call void asm "", "=*m,i"(ptr elementtype(i32) %p, i32 3)
  ret void
}

define fastcc i32 @must(i32 %a, i32 %b) {
  %r = musttail call fastcc i32 @fast(i32 %b, i32 %a)
  ret i32 %r
}

define void @forward(i32 %a, ptr %p) {
  musttail call void @simple(i32 3, ptr %p)
  ret void
}

define i32 @variadic_forward(ptr %p, ...) {
  %r = musttail call i32 (ptr, ...) @variadic(ptr %p, ...)
  ret i32 %r
}

define swifttailcc void @swift_forward(ptr swiftasync %p, i32 %a) {
  musttail call swifttailcc void @swift(ptr swiftasync %p, i32 %a)
  ret void
}

define tailcc void @tail_forward(ptr swiftself %p, i32 %a) {
  musttail call tailcc void @tailed(ptr swiftself %p, i32 %a)
  ret void
}

define void @by_value_forward(ptr byval(i64) %a, ptr %b) {
  musttail call void @by_value(ptr byval(i64) %a, ptr %b)
  ret void
}
