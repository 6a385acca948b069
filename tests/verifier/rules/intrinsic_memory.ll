; versions: 14 18 19 22 23 24
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr, ptr, i32, i32 immarg)
declare void @llvm.memset.element.unordered.atomic.p0.i32(ptr, i8, i32, i32 immarg)
declare ptr @llvm.invariant.start.p0(i64 immarg, ptr)
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.gcroot(ptr, ptr)
declare ptr @llvm.gcread(ptr, ptr)
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare void @llvm.stackprotector(ptr, ptr)
declare void @llvm.localescape(...)
declare ptr @llvm.localrecover(ptr, ptr, i32 immarg)
declare ptr @llvm.ptrmask.p0.i32(ptr, i32)
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32 immarg, i32 immarg)

define void @calls(ptr %p, i32 %i) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %p, i32 4, i32 3)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 2 %p, i32 4, i32 4)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr %p, ptr align 2 %p, i32 4, i32 4)
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr %p, i8 0, i32 4, i32 4)
  %a = call ptr @llvm.invariant.start.p0(i64 -2, ptr %p)
  call void @llvm.prefetch.p0(ptr %p, i32 2, i32 0, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 4, i32 0)
  call void @llvm.gcroot(ptr %p, ptr null)
  %b = call ptr @llvm.gcread(ptr %p, ptr %p)
  call void @llvm.init.trampoline(ptr %p, ptr %p, ptr %p)
  call void @llvm.stackprotector(ptr %p, ptr %p)
  call void (...) @llvm.localescape(ptr %p)
  %c = call ptr @llvm.localrecover(ptr %p, ptr %p, i32 0)
  %d = call ptr @llvm.ptrmask.p0.i32(ptr %p, i32 1)
  %e = call ptr @llvm.preserve.array.access.index.p0.p0(ptr %p, i32 0, i32 0)
  br label %next

next:
  call void (...) @llvm.localescape()
  ret void
}

define void @collected() gc "statepoint-example" {
  %a = alloca i32
  call void @llvm.gcroot(ptr %a, ptr null)
  ret void
}
