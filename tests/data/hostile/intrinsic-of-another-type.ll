declare void @llvm.x86.sse2.pshufh.w()

define void @f() {
  call void @llvm.x86.sse2.pshufh.w()
  ret void
}
