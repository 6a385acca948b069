
; Function Attrs: nofree nosync nounwind readnone willreturn
declare <4 x i32> @llvm.experimental.vector.extract.v4i32.nxv4i32(<vscale x 4 x i32>, i64 immarg) #0

; Function Attrs: nofree nosync nounwind readnone willreturn
declare <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32>) #0

; Function Attrs: nofree nosync nounwind readnone willreturn
declare <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #0

declare <8 x i32> @llvm.experimental.vector.interleave2.v8i32(<4 x i32>, <4 x i32>)

declare { <4 x i32>, <4 x i32> } @llvm.experimental.vector.deinterleave2.v8i32(<8 x i32>)

; Function Attrs: nofree nosync nounwind readnone willreturn
declare <4 x i32> @llvm.experimental.stepvector.v4i32() #0

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare i32 @llvm.flt.rounds() #1

define void @f(<4 x i32> %v, <4 x float> %w, <vscale x 4 x i32> %s) {
  %1 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %2 = call reassoc float @llvm.vector.reduce.fadd.v4f32(float 0.000000e+00, <4 x float> %w)
  %3 = call <4 x i32> @llvm.experimental.vector.extract.v4i32.nxv4i32(<vscale x 4 x i32> %s, i64 0)
  %4 = call <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32> %v)
  %5 = call <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32> %v, <4 x i32> %v, i32 1)
  %6 = call <8 x i32> @llvm.experimental.vector.interleave2.v8i32(<4 x i32> %v, <4 x i32> %v)
  %7 = call { <4 x i32>, <4 x i32> } @llvm.experimental.vector.deinterleave2.v8i32(<8 x i32> %6)
  %8 = call <4 x i32> @llvm.experimental.stepvector.v4i32()
  %9 = call i32 @llvm.flt.rounds()
  %10 = call i32 @llvm.ctlz.i32(i32 %1, i1 false)
  %11 = call i32 @llvm.cttz.i32(i32 %1, i1 false)
  ret void
}

; Function Attrs: nofree nosync nounwind readnone willreturn
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #0

; Function Attrs: nofree nosync nounwind readnone willreturn
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>) #0

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.cttz.i32(i32, i1 immarg) #2

attributes #0 = { nofree nosync nounwind readnone willreturn }
attributes #1 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }
