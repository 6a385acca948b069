target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@name = private constant [2 x i8] c"x\00"
define i32 @main() {
  %p = alloca i32, align 4
  call void @klee_make_symbolic(ptr %p, i64 4, ptr @name)
  %x = load i32, ptr %p, align 4
  %f = freeze i32 %x
  %r = call i32 @llvm.bitreverse.i32(i32 %f)
  %v = insertelement <4 x i32> splat (i32 1), i32 %r, i32 0
  %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %c = icmp samesign ugt i32 %s, 10
  br i1 %c, label %large, label %small
large:
  ret i32 1
small:
  ret i32 0
}
declare void @klee_make_symbolic(ptr, i64, ptr)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
