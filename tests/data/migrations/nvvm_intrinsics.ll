; Intrinsics of NVPTX that gave way to general ones; nvvm_intrinsics.N.ll is what LLVM N reads.
declare i32 @llvm.nvvm.brev32(i32)
declare i32 @llvm.nvvm.clz.i(i32)
declare i32 @llvm.nvvm.clz.ll(i64)
declare i32 @llvm.nvvm.popc.ll(i64)
declare float @llvm.nvvm.h2f(i16)
declare i32 @llvm.nvvm.abs.i(i32)
declare i16 @llvm.nvvm.max.us(i16, i16)
declare i64 @llvm.nvvm.min.ll(i64, i64)

define i32 @all(i16 %h, i32 %a, i64 %b) {
  %r = call i32 @llvm.nvvm.brev32(i32 %a)
  %z = call i32 @llvm.nvvm.clz.i(i32 %r)
  %neg = call i32 @llvm.nvvm.clz.ll(i64 %b)
  %p = call i32 @llvm.nvvm.popc.ll(i64 %b)
  %f = call float @llvm.nvvm.h2f(i16 %h)
  %s = call i32 @llvm.nvvm.abs.i(i32 %a)
  %t = call i32 @llvm.nvvm.abs.i(i32 %s)
  %u = call i16 @llvm.nvvm.max.us(i16 %h, i16 3)
  %l = call i64 @llvm.nvvm.min.ll(i64 %b, i64 7)
  ret i32 %t
}
