
; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare half @llvm.nvvm.ex2.approx.f16(half) #0

define void @f(i32 %i, i32 %j, i64 %l, float %f, double %d, half %h, <2 x half> %hh, ptr %p, ptr addrspace(1) %q, ptr addrspace(3) %s, ptr addrspace(4) %c, i16 %b, <2 x bfloat> %bb) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %i)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 %i, i32 %j)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %i)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 %i)
  call void @llvm.nvvm.barrier.cta.sync.count(i32 %i, i32 %j)
  %1 = icmp ne i32 %i, 0
  %2 = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %1)
  %3 = zext i1 %2 to i32
  %4 = icmp ne i32 %i, 0
  %5 = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %4)
  %6 = zext i1 %5 to i32
  %7 = icmp ne i32 %i, 0
  %8 = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %7)
  %9 = bitcast double %d to i64
  %10 = bitcast float %f to i32
  %11 = bitcast i32 %i to float
  %12 = bitcast i64 %l to double
  %13 = call double @llvm.nvvm.ex2.approx.f64(double %d)
  %14 = call float @llvm.nvvm.ex2.approx.f32(float %f)
  %b3 = tail call half @llvm.nvvm.ex2.approx.f16(half %h)
  %15 = call <2 x half> @llvm.nvvm.ex2.approx.v2f16(<2 x half> %hh)
  %16 = call float @llvm.nvvm.ex2.approx.ftz.f32(float %f)
  %17 = call double @llvm.nvvm.fabs.f64(double %d)
  %18 = call float @llvm.nvvm.fabs.f32(float %f)
  %19 = call float @llvm.nvvm.fabs.ftz.f32(float %f)
  %20 = load float, ptr addrspace(1) %q, align 4, !invariant.load !0
  %21 = load i32, ptr addrspace(1) %q, align 8, !invariant.load !0
  %22 = load ptr, ptr addrspace(1) %q, align 16, !invariant.load !0
  %23 = addrspacecast ptr addrspace(4) %c to ptr
  %24 = addrspacecast ptr %p to ptr addrspace(1)
  %25 = addrspacecast ptr %p to ptr addrspace(101)
  %26 = call i32 @llvm.fshl.i32(i32 %i, i32 %i, i32 %j)
  %27 = zext i32 %i to i64
  %28 = call i64 @llvm.fshl.i64(i64 %l, i64 %l, i64 %27)
  %29 = zext i32 %j to i64
  %30 = call i64 @llvm.fshr.i64(i64 %l, i64 %l, i64 %29)
  %31 = call i64 @llvm.fshl.i64(i64 %l, i64 %l, i64 32)
  %32 = bitcast i16 %b to bfloat
  %33 = call bfloat @llvm.nvvm.fabs.bf16(bfloat %32)
  %34 = bitcast bfloat %33 to i16
  %35 = call <2 x bfloat> @llvm.nvvm.fabs.v2bf16(<2 x bfloat> %bb)
  %36 = atomicrmw uinc_wrap ptr %p, i32 %i seq_cst, align 4
  %37 = atomicrmw udec_wrap ptr %p, i32 %i seq_cst, align 4
  %38 = atomicrmw fadd ptr %p, float %f seq_cst, align 4
  %e6 = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %s, i32 %i)
  %39 = addrspacecast ptr addrspace(7) %e6 to ptr addrspace(3)
  ret void
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32) #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.all(i32) #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.count(i32, i32) #1

; Function Attrs: convergent nocallback nounwind
declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32, i1) #1

; Function Attrs: convergent nocallback nounwind
declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1) #1

; Function Attrs: convergent nocallback nounwind
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare double @llvm.nvvm.ex2.approx.f64(double) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <2 x half> @llvm.nvvm.ex2.approx.v2f16(<2 x half>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.nvvm.fabs.f64(double) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.f32(float) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.ftz.f32(float) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fshl.i64(i64, i64, i64) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fshr.i64(i64, i64, i64) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare bfloat @llvm.nvvm.fabs.bf16(bfloat) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x bfloat> @llvm.nvvm.fabs.v2bf16(<2 x bfloat>) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) captures(none), i32) #2

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{}
