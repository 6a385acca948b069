
define <8 x i16> @f0(<8 x i16> %a, <8 x i16> %b) {
  %1 = call <8 x i16> @llvm.sadd.sat.v8i16(<8 x i16> %a, <8 x i16> %b)
  ret <8 x i16> %1
}

define <4 x i32> @f1(<4 x i32> %a, <4 x i32> %b) {
  %1 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %a, <4 x i32> %b)
  ret <4 x i32> %1
}

define <16 x i8> @f2(<16 x i8> %a) {
  %1 = call <16 x i8> @llvm.abs.v16i8(<16 x i8> %a, i1 false)
  ret <16 x i8> %1
}

define <4 x i32> @f3(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %d) {
  %1 = add <4 x i32> %a, %b
  %2 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x i32> %1, <4 x i32> %c
  ret <4 x i32> %3
}

define <4 x float> @f4(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d) {
  %1 = bitcast <4 x float> %a to <4 x i32>
  %2 = xor <4 x i32> %1, <i32 -1, i32 -1, i32 -1, i32 -1>
  %3 = bitcast <4 x float> %b to <4 x i32>
  %4 = and <4 x i32> %2, %3
  %5 = bitcast <4 x i32> %4 to <4 x float>
  %6 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %6, <8 x i1> %6, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %7 = select <4 x i1> %extract, <4 x float> %5, <4 x float> %c
  ret <4 x float> %7
}

define <16 x float> @f5(<16 x float> %a, <16 x float> %b, <16 x float> %c, i16 %d) {
  %1 = call <16 x float> @llvm.x86.avx512.add.ps.512(<16 x float> %a, <16 x float> %b, i32 4)
  %2 = bitcast i16 %d to <16 x i1>
  %3 = select <16 x i1> %2, <16 x float> %1, <16 x float> %c
  ret <16 x float> %3
}

define <4 x double> @f6(<4 x double> %a, <4 x double> %b, <4 x double> %c, i8 %d) {
  %1 = call <4 x double> @llvm.x86.avx.max.pd.256(<4 x double> %a, <4 x double> %b)
  %2 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x double> %1, <4 x double> %c
  ret <4 x double> %3
}

define <4 x float> @f7(<4 x float> %a, <4 x float> %b) {
  %1 = extractelement <4 x float> %a, i32 0
  %2 = extractelement <4 x float> %b, i32 0
  %3 = fadd float %1, %2
  %4 = insertelement <4 x float> %a, float %3, i32 0
  ret <4 x float> %4
}

define <2 x double> @f8(<2 x double> %a) {
  %1 = extractelement <2 x double> %a, i64 0
  %2 = call double @llvm.sqrt.f64(double %1)
  %3 = insertelement <2 x double> %a, double %2, i64 0
  ret <2 x double> %3
}

define <16 x float> @f9(<16 x float> %a, <16 x float> %b, i16 %c) {
  %1 = call <16 x float> @llvm.x86.avx512.sqrt.ps.512(<16 x float> %a, i32 8)
  %2 = bitcast i16 %c to <16 x i1>
  %3 = select <16 x i1> %2, <16 x float> %1, <16 x float> %b
  ret <16 x float> %3
}

define <2 x i64> @f10(<4 x i32> %a, <4 x i32> %b) {
  %1 = bitcast <4 x i32> %a to <2 x i64>
  %2 = bitcast <4 x i32> %b to <2 x i64>
  %3 = shl <2 x i64> %1, <i64 32, i64 32>
  %4 = ashr <2 x i64> %3, <i64 32, i64 32>
  %5 = shl <2 x i64> %2, <i64 32, i64 32>
  %6 = ashr <2 x i64> %5, <i64 32, i64 32>
  %7 = mul <2 x i64> %4, %6
  ret <2 x i64> %7
}

define <4 x i32> @f11(<4 x i32> %a, <4 x i32> %b, i8 %c) {
  %1 = call <4 x i32> @llvm.ctlz.v4i32(<4 x i32> %a, i1 false)
  %2 = bitcast i8 %c to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x i32> %1, <4 x i32> %b
  ret <4 x i32> %3
}

define <16 x i8> @f12(<16 x i8> %a, <16 x i8> %b) {
  %1 = call <16 x i8> @llvm.fshl.v16i8(<16 x i8> %a, <16 x i8> %a, <16 x i8> %b)
  ret <16 x i8> %1
}

define <4 x i32> @f13(<4 x i32> %a, <4 x i32> %c, i8 %d) {
  %1 = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %a, <4 x i32> %a, <4 x i32> <i32 5, i32 5, i32 5, i32 5>)
  %2 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x i32> %1, <4 x i32> %c
  ret <4 x i32> %3
}

define <4 x i32> @f14(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %d) {
  %1 = call <4 x i32> @llvm.fshr.v4i32(<4 x i32> %b, <4 x i32> %a, <4 x i32> %c)
  %2 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x i32> %1, <4 x i32> zeroinitializer
  ret <4 x i32> %3
}

define i64 @f15(i64 %a, i8 %b) {
  %1 = trunc i64 %a to i32
  %2 = call i32 @llvm.x86.sse42.crc32.32.8(i32 %1, i8 %b)
  %3 = zext i32 %2 to i64
  ret i64 %3
}

define <2 x i64> @f16(<2 x i64> %a, <2 x i64> %b, <2 x i64> %c) {
  %1 = xor <2 x i64> %c, <i64 -1, i64 -1>
  %2 = and <2 x i64> %a, %c
  %3 = and <2 x i64> %b, %1
  %4 = or <2 x i64> %2, %3
  ret <2 x i64> %4
}

define <4 x float> @f17(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d) {
  %1 = and i8 %d, 1
  %2 = icmp ne i8 %1, 0
  %3 = extractelement <4 x float> %b, i64 0
  %4 = extractelement <4 x float> %c, i64 0
  %5 = select i1 %2, float %3, float %4
  %6 = insertelement <4 x float> %a, float %5, i64 0
  ret <4 x float> %6
}

define <2 x double> @f18(<2 x double> %a, i32 %b) {
  %1 = sitofp i32 %b to double
  %2 = insertelement <2 x double> %a, double %1, i64 0
  ret <2 x double> %2
}

define <2 x double> @f19(<4 x float> %a) {
  %1 = shufflevector <4 x float> %a, <4 x float> %a, <2 x i32> <i32 0, i32 1>
  %cvtps2pd = fpext <2 x float> %1 to <2 x double>
  ret <2 x double> %cvtps2pd
}

define <16 x float> @f20(<16 x i32> %a, <16 x float> %b, i16 %c) {
  %1 = call <16 x float> @llvm.x86.avx512.uitofp.round.v16f32.v16i32(<16 x i32> %a, i32 8)
  %2 = bitcast i16 %c to <16 x i1>
  %3 = select <16 x i1> %2, <16 x float> %1, <16 x float> %b
  ret <16 x float> %3
}

define <4 x float> @f21(<8 x i16> %a) {
  %1 = shufflevector <8 x i16> %a, <8 x i16> %a, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %2 = bitcast <4 x i16> %1 to <4 x half>
  %cvtph2ps = fpext <4 x half> %2 to <4 x float>
  ret <4 x float> %cvtph2ps
}

define <4 x i32> @f22(<16 x i8> %a) {
  %1 = shufflevector <16 x i8> %a, <16 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %2 = sext <4 x i8> %1 to <4 x i32>
  ret <4 x i32> %2
}

define <2 x i64> @f23(<2 x i64> %a, <2 x i64> %b, <2 x i64> %c, i8 %d) {
  %1 = call <2 x i64> @llvm.x86.avx512.psra.q.128(<2 x i64> %a, <2 x i64> %b)
  %2 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <2 x i32> <i32 0, i32 1>
  %3 = select <2 x i1> %extract, <2 x i64> %1, <2 x i64> %c
  ret <2 x i64> %3
}

define <16 x i32> @f24(<16 x i32> %a, <16 x i32> %c, i16 %d) {
  %1 = call <16 x i32> @llvm.x86.avx512.pslli.d.512(<16 x i32> %a, i32 3)
  %2 = bitcast i16 %d to <16 x i1>
  %3 = select <16 x i1> %2, <16 x i32> %1, <16 x i32> %c
  ret <16 x i32> %3
}

define <16 x i16> @f25(<16 x i16> %a, <16 x i16> %b, <16 x i16> %c, i16 %d) {
  %1 = call <16 x i16> @llvm.x86.avx512.psrlv.w.256(<16 x i16> %a, <16 x i16> %b)
  %2 = bitcast i16 %d to <16 x i1>
  %3 = select <16 x i1> %2, <16 x i16> %1, <16 x i16> %c
  ret <16 x i16> %3
}

define <64 x i8> @f26(<64 x i8> %a, <64 x i8> %b, <64 x i8> %c, i64 %d) {
  %1 = call <64 x i8> @llvm.x86.avx512.pavg.b.512(<64 x i8> %a, <64 x i8> %b)
  %2 = bitcast i64 %d to <64 x i1>
  %3 = select <64 x i1> %2, <64 x i8> %1, <64 x i8> %c
  ret <64 x i8> %3
}

define <4 x float> @f27(<4 x float> %a, <4 x i32> %b, <4 x float> %c, i8 %d) {
  %1 = call <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float> %a, <4 x i32> %b, <4 x float> %c)
  %2 = bitcast <4 x i32> %b to <4 x float>
  %3 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %3, <8 x i1> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %4 = select <4 x i1> %extract, <4 x float> %1, <4 x float> %2
  ret <4 x float> %4
}

define <4 x i32> @f28(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %e) {
  %1 = call <4 x i32> @llvm.x86.avx512.pternlog.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i32 33)
  %2 = bitcast i8 %e to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x i32> %1, <4 x i32> zeroinitializer
  ret <4 x i32> %3
}

define <4 x i32> @f29(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %d) {
  %1 = call <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c)
  %2 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x i32> %1, <4 x i32> %a
  ret <4 x i32> %3
}

define <4 x float> @f30(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %1 = extractelement <4 x float> %a, i64 0
  %2 = extractelement <4 x float> %b, i64 0
  %3 = extractelement <4 x float> %c, i64 0
  %4 = fneg float %2
  %5 = fneg float %3
  %6 = call float @llvm.fma.f32(float %1, float %4, float %5)
  %7 = insertelement <4 x float> %a, float %6, i64 0
  ret <4 x float> %7
}

define <2 x double> @f31(<2 x double> %a, <2 x double> %b, <2 x double> %c) {
  %1 = extractelement <2 x double> %a, i64 0
  %2 = extractelement <2 x double> %b, i64 0
  %3 = extractelement <2 x double> %c, i64 0
  %4 = call double @llvm.fma.f64(double %1, double %2, double %3)
  %5 = insertelement <2 x double> zeroinitializer, double %4, i64 0
  ret <2 x double> %5
}

define <4 x float> @f32(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d) {
  %1 = fneg <4 x float> %c
  %2 = extractelement <4 x float> %a, i64 0
  %3 = extractelement <4 x float> %b, i64 0
  %4 = extractelement <4 x float> %1, i64 0
  %5 = call float @llvm.fma.f32(float %2, float %3, float %4)
  %6 = extractelement <4 x float> %c, i64 0
  %7 = bitcast i8 %d to <8 x i1>
  %8 = extractelement <8 x i1> %7, i64 0
  %9 = select i1 %8, float %5, float %6
  %10 = insertelement <4 x float> %c, float %9, i64 0
  ret <4 x float> %10
}

define <8 x double> @f33(<8 x double> %a, <8 x double> %b, <8 x double> %c, i8 %d) {
  %1 = call <8 x double> @llvm.x86.avx512.vfmadd.pd.512(<8 x double> %a, <8 x double> %b, <8 x double> %c, i32 8)
  %2 = bitcast i8 %d to <8 x i1>
  %3 = select <8 x i1> %2, <8 x double> %1, <8 x double> zeroinitializer
  ret <8 x double> %3
}

define <4 x float> @f34(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d) {
  %1 = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
  %2 = fneg <4 x float> %c
  %3 = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %2)
  %4 = shufflevector <4 x float> %1, <4 x float> %3, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  %5 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %5, <8 x i1> %5, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %6 = select <4 x i1> %extract, <4 x float> %4, <4 x float> %c
  ret <4 x float> %6
}

define <4 x double> @f35(<4 x double> %a, <4 x double> %b, <4 x double> %c) {
  %1 = fneg <4 x double> %c
  %2 = call <4 x double> @llvm.x86.fma.vfmaddsub.pd.256(<4 x double> %a, <4 x double> %b, <4 x double> %1)
  ret <4 x double> %2
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x i16> @llvm.sadd.sat.v8i16(<8 x i16>, <8 x i16>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <16 x i8> @llvm.abs.v16i8(<16 x i8>, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.x86.avx512.add.ps.512(<16 x float>, <16 x float>, i32 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x double> @llvm.x86.avx.max.pd.256(<4 x double>, <4 x double>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.x86.avx512.sqrt.ps.512(<16 x float>, i32 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.ctlz.v4i32(<4 x i32>, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <16 x i8> @llvm.fshl.v16i8(<16 x i8>, <16 x i8>, <16 x i8>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.fshr.v4i32(<4 x i32>, <4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.x86.avx512.uitofp.round.v16f32.v16i32(<16 x i32>, i32 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <2 x i64> @llvm.x86.avx512.psra.q.128(<2 x i64>, <2 x i64>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x i32> @llvm.x86.avx512.pslli.d.512(<16 x i32>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x i16> @llvm.x86.avx512.psrlv.w.256(<16 x i16>, <16 x i16>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <64 x i8> @llvm.x86.avx512.pavg.b.512(<64 x i8>, <64 x i8>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.x86.avx512.vpermi2var.ps.128(<4 x float>, <4 x i32>, <4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.x86.avx512.pternlog.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i32 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32>, <4 x i32>, <4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fma.f64(double, double, double) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x double> @llvm.x86.avx512.vfmadd.pd.512(<8 x double>, <8 x double>, <8 x double>, i32 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x double> @llvm.x86.fma.vfmaddsub.pd.256(<4 x double>, <4 x double>, <4 x double>) #1

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }
