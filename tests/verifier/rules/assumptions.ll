; versions: 19 22 23
declare void @llvm.assume(i1)
define void @f(ptr %p, i64 %n) {
  call void @llvm.assume(i1 true) ["dereferenceable_or_null"(ptr %p)]
  call void @llvm.assume(i1 true) ["alignstack"(ptr %p)]
  call void @llvm.assume(i1 true) ["allocsize"(ptr %p)]
  ret void
}