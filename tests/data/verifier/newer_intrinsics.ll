; versions 19 to 22
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
declare i32 @llvm.ucmp.i32.i64(i64, i64)
declare ptr @llvm.threadlocal.address.p0(ptr nonnull)
declare i32 @llvm.get.rounding()
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare i64 @llvm.ptrauth.sign(i64, i32 immarg, i64)
declare <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32>)
declare { <2 x i32>, <2 x i32> } @llvm.vector.deinterleave2.v4i32(<4 x i32>)

@t = thread_local global i32 0

define void @uses(i64 %a, float %f, <4 x i32> %v, ptr %p) convergent {
entry:
  %token = call token @llvm.experimental.convergence.entry()
  %1 = call i1 @llvm.is.fpclass.f32(float %f, i32 3)
  %2 = call i32 @llvm.ucmp.i32.i64(i64 %a, i64 4)
  %3 = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %4 = call i32 @llvm.get.rounding()
  %5 = call { float, i32 } @llvm.frexp.f32.i32(float %f)
  %6 = call i64 @llvm.ptrauth.sign(i64 %a, i32 2, i64 7)
  %7 = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %v)
  %8 = call { <2 x i32>, <2 x i32> } @llvm.vector.deinterleave2.v4i32(<4 x i32> %v)
  %9 = call i64 %p(i64 1) [ "ptrauth"(i32 1, i64 %6) ]
  call void %p(i32 1) [ "kcfi"(i32 7) ]
  call void @converges() [ "convergencectrl"(token %token) ]
  br label %loop

loop:
  %inner = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %token) ]
  call void @converges() [ "convergencectrl"(token %inner) ]
  %c = icmp eq i64 %a, 0
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

define void @anchored() convergent {
  %token = call token @llvm.experimental.convergence.anchor()
  call void @converges() [ "convergencectrl"(token %token) ]
  ret void
}

declare void @converges() convergent

define range(i32 0, 10) i32 @ranged(i32 range(i32 1, 5) %a, ptr dead_on_unwind writable %p, float nofpclass(nan inf) %f) {
  %t = trunc nuw nsw i32 %a to i8
  %g = getelementptr nuw i8, ptr null, i64 1
  %z = zext nneg i8 %t to i32
  %o = or disjoint i32 %z, %a
  ret i32 %o
}

define void @initialised(ptr initializes((0, 4), (8, 16)) %p) memory(argmem: write) "target-features"="+sse2" {
  store i32 0, ptr %p, align 4
  ret void
}
