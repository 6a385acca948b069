; versions: 14 15 16 19 21 22 23 24
declare void @f()
declare ptr @g()
declare void @h(ptr)
declare void @abort() noreturn
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @objc_unsafeClaimAutoreleasedReturnValue(ptr)
declare ptr @objc_claimAutoreleasedReturnValue(ptr)
declare ptr @objc_retain(ptr)
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr)
declare ptr @llvm.objc.retain(ptr)

define void @once(ptr %p) {
  call void @f() ["deopt"(), "deopt"()]
  call void @f() ["gc-transition"(), "gc-transition"(i32 1)]
  call void @f() ["gc-live"(), "gc-live"(ptr %p)]
  call void %p() ["cfguardtarget"(ptr %p), "cfguardtarget"(ptr %p)]
  call void %p() ["cfguardtarget"(ptr %p, ptr %p)]
  call void %p() ["cfguardtarget"()]
  call void @f() ["own"(), "own"()]
  ret void
}

define void @attached() {
  %a = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  %b = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_unsafeClaimAutoreleasedReturnValue)]
  %c = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_claimAutoreleasedReturnValue)]
  %d = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_retain)]
  %e = call ptr @g() ["clang.arc.attachedcall"(ptr @llvm.objc.retainAutoreleasedReturnValue)]
  %i = call ptr @g() ["clang.arc.attachedcall"(ptr @llvm.objc.retain)]
  %j = call ptr @g() ["clang.arc.attachedcall"()]
  %k = call ptr @g() ["clang.arc.attachedcall"(ptr null)]
  %l = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue, ptr @objc_retainAutoreleasedReturnValue)]
  %m = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue), "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  call void @f() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  call void @abort() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  ret void
}
