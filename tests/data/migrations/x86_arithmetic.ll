; instructions and general intrinsics compute what they did
define <8 x i16> @f0(<8 x i16> %a, <8 x i16> %b) {
  %r = tail call <8 x i16> @llvm.x86.sse2.padds.w(<8 x i16> %a, <8 x i16> %b)
  ret <8 x i16> %r
}

define <4 x i32> @f1(<4 x i32> %a, <4 x i32> %b) {
  %r = tail call <4 x i32> @llvm.x86.sse41.pmaxsd(<4 x i32> %a, <4 x i32> %b)
  ret <4 x i32> %r
}

define <16 x i8> @f2(<16 x i8> %a) {
  %r = tail call <16 x i8> @llvm.x86.ssse3.pabs.b.128(<16 x i8> %a)
  ret <16 x i8> %r
}

define <4 x i32> @f3(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %d) {
  %r = tail call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %d)
  ret <4 x i32> %r
}

define <4 x float> @f4(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d) {
  %r = tail call <4 x float> @llvm.x86.avx512.mask.andn.ps.128(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d)
  ret <4 x float> %r
}

define <16 x float> @f5(<16 x float> %a, <16 x float> %b, <16 x float> %c, i16 %d) {
  %r = tail call <16 x float> @llvm.x86.avx512.mask.add.ps.512(<16 x float> %a, <16 x float> %b, <16 x float> %c, i16 %d, i32 4)
  ret <16 x float> %r
}

define <4 x double> @f6(<4 x double> %a, <4 x double> %b, <4 x double> %c, i8 %d) {
  %r = tail call <4 x double> @llvm.x86.avx512.mask.max.pd.256(<4 x double> %a, <4 x double> %b, <4 x double> %c, i8 %d)
  ret <4 x double> %r
}

define <4 x float> @f7(<4 x float> %a, <4 x float> %b) {
  %r = tail call <4 x float> @llvm.x86.sse.add.ss(<4 x float> %a, <4 x float> %b)
  ret <4 x float> %r
}

define <2 x double> @f8(<2 x double> %a) {
  %r = tail call <2 x double> @llvm.x86.sse2.sqrt.sd(<2 x double> %a)
  ret <2 x double> %r
}

define <16 x float> @f9(<16 x float> %a, <16 x float> %b, i16 %c) {
  %r = tail call <16 x float> @llvm.x86.avx512.mask.sqrt.ps.512(<16 x float> %a, <16 x float> %b, i16 %c, i32 8)
  ret <16 x float> %r
}

define <2 x i64> @f10(<4 x i32> %a, <4 x i32> %b) {
  %r = tail call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> %a, <4 x i32> %b)
  ret <2 x i64> %r
}

define <4 x i32> @f11(<4 x i32> %a, <4 x i32> %b, i8 %c) {
  %r = tail call <4 x i32> @llvm.x86.avx512.mask.lzcnt.d.128(<4 x i32> %a, <4 x i32> %b, i8 %c)
  ret <4 x i32> %r
}

define <16 x i8> @f12(<16 x i8> %a, <16 x i8> %b) {
  %r = tail call <16 x i8> @llvm.x86.xop.vprotb(<16 x i8> %a, <16 x i8> %b)
  ret <16 x i8> %r
}

define <4 x i32> @f13(<4 x i32> %a, <4 x i32> %c, i8 %d) {
  %r = tail call <4 x i32> @llvm.x86.avx512.mask.prol.d.128(<4 x i32> %a, i32 5, <4 x i32> %c, i8 %d)
  ret <4 x i32> %r
}

define <4 x i32> @f14(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %d) {
  %r = tail call <4 x i32> @llvm.x86.avx512.maskz.vpshrdv.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %d)
  ret <4 x i32> %r
}

define i64 @f15(i64 %a, i8 %b) {
  %r = tail call i64 @llvm.x86.sse42.crc32.64.8(i64 %a, i8 %b)
  ret i64 %r
}

define <2 x i64> @f16(<2 x i64> %a, <2 x i64> %b, <2 x i64> %c) {
  %r = tail call <2 x i64> @llvm.x86.xop.vpcmov(<2 x i64> %a, <2 x i64> %b, <2 x i64> %c)
  ret <2 x i64> %r
}

define <4 x float> @f17(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d) {
  %r = tail call <4 x float> @llvm.x86.avx512.mask.move.ss(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d)
  ret <4 x float> %r
}

define <2 x double> @f18(<2 x double> %a, i32 %b) {
  %r = tail call <2 x double> @llvm.x86.sse2.cvtsi2sd(<2 x double> %a, i32 %b)
  ret <2 x double> %r
}

define <2 x double> @f19(<4 x float> %a) {
  %r = tail call <2 x double> @llvm.x86.sse2.cvtps2pd(<4 x float> %a)
  ret <2 x double> %r
}

define <16 x float> @f20(<16 x i32> %a, <16 x float> %b, i16 %c) {
  %r = tail call <16 x float> @llvm.x86.avx512.mask.cvtudq2ps.512(<16 x i32> %a, <16 x float> %b, i16 %c, i32 8)
  ret <16 x float> %r
}

define <4 x float> @f21(<8 x i16> %a) {
  %r = tail call <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16> %a)
  ret <4 x float> %r
}

define <4 x i32> @f22(<16 x i8> %a) {
  %r = tail call <4 x i32> @llvm.x86.sse41.pmovsxbd(<16 x i8> %a)
  ret <4 x i32> %r
}

define <2 x i64> @f23(<2 x i64> %a, <2 x i64> %b, <2 x i64> %c, i8 %d) {
  %r = tail call <2 x i64> @llvm.x86.avx512.mask.psra.q.128(<2 x i64> %a, <2 x i64> %b, <2 x i64> %c, i8 %d)
  ret <2 x i64> %r
}

define <16 x i32> @f24(<16 x i32> %a, <16 x i32> %c, i16 %d) {
  %r = tail call <16 x i32> @llvm.x86.avx512.mask.pslli.d(<16 x i32> %a, i32 3, <16 x i32> %c, i16 %d)
  ret <16 x i32> %r
}

define <16 x i16> @f25(<16 x i16> %a, <16 x i16> %b, <16 x i16> %c, i16 %d) {
  %r = tail call <16 x i16> @llvm.x86.avx512.mask.psrlv16.hi(<16 x i16> %a, <16 x i16> %b, <16 x i16> %c, i16 %d)
  ret <16 x i16> %r
}

define <64 x i8> @f26(<64 x i8> %a, <64 x i8> %b, <64 x i8> %c, i64 %d) {
  %r = tail call <64 x i8> @llvm.x86.avx512.mask.pavg.b.512(<64 x i8> %a, <64 x i8> %b, <64 x i8> %c, i64 %d)
  ret <64 x i8> %r
}

define <4 x float> @f27(<4 x float> %a, <4 x i32> %b, <4 x float> %c, i8 %d) {
  %r = tail call <4 x float> @llvm.x86.avx512.mask.vpermi2var.ps.128(<4 x float> %a, <4 x i32> %b, <4 x float> %c, i8 %d)
  ret <4 x float> %r
}

define <4 x i32> @f28(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %e) {
  %r = tail call <4 x i32> @llvm.x86.avx512.maskz.pternlog.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i32 33, i8 %e)
  ret <4 x i32> %r
}

define <4 x i32> @f29(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %d) {
  %r = tail call <4 x i32> @llvm.x86.avx512.mask.vpdpbusd.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %d)
  ret <4 x i32> %r
}

define <4 x float> @f30(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %r = tail call <4 x float> @llvm.x86.fma.vfnmsub.ss(<4 x float> %a, <4 x float> %b, <4 x float> %c)
  ret <4 x float> %r
}

define <2 x double> @f31(<2 x double> %a, <2 x double> %b, <2 x double> %c) {
  %r = tail call <2 x double> @llvm.x86.fma4.vfmadd.sd(<2 x double> %a, <2 x double> %b, <2 x double> %c)
  ret <2 x double> %r
}

define <4 x float> @f32(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d) {
  %r = tail call <4 x float> @llvm.x86.avx512.mask3.vfmsub.ss(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d, i32 4)
  ret <4 x float> %r
}

define <8 x double> @f33(<8 x double> %a, <8 x double> %b, <8 x double> %c, i8 %d) {
  %r = tail call <8 x double> @llvm.x86.avx512.maskz.vfmadd.pd.512(<8 x double> %a, <8 x double> %b, <8 x double> %c, i8 %d, i32 8)
  ret <8 x double> %r
}

define <4 x float> @f34(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d) {
  %r = tail call <4 x float> @llvm.x86.avx512.mask3.vfmsubadd.ps.128(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %d)
  ret <4 x float> %r
}

define <4 x double> @f35(<4 x double> %a, <4 x double> %b, <4 x double> %c) {
  %r = tail call <4 x double> @llvm.x86.fma.vfmsubadd.pd.256(<4 x double> %a, <4 x double> %b, <4 x double> %c)
  ret <4 x double> %r
}

declare <8 x i16> @llvm.x86.sse2.padds.w(<8 x i16>, <8 x i16>)
declare <4 x i32> @llvm.x86.sse41.pmaxsd(<4 x i32>, <4 x i32>)
declare <16 x i8> @llvm.x86.ssse3.pabs.b.128(<16 x i8>)
declare <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
declare <4 x float> @llvm.x86.avx512.mask.andn.ps.128(<4 x float>, <4 x float>, <4 x float>, i8)
declare <16 x float> @llvm.x86.avx512.mask.add.ps.512(<16 x float>, <16 x float>, <16 x float>, i16, i32)
declare <4 x double> @llvm.x86.avx512.mask.max.pd.256(<4 x double>, <4 x double>, <4 x double>, i8)
declare <4 x float> @llvm.x86.sse.add.ss(<4 x float>, <4 x float>)
declare <2 x double> @llvm.x86.sse2.sqrt.sd(<2 x double>)
declare <16 x float> @llvm.x86.avx512.mask.sqrt.ps.512(<16 x float>, <16 x float>, i16, i32)
declare <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.x86.avx512.mask.lzcnt.d.128(<4 x i32>, <4 x i32>, i8)
declare <16 x i8> @llvm.x86.xop.vprotb(<16 x i8>, <16 x i8>)
declare <4 x i32> @llvm.x86.avx512.mask.prol.d.128(<4 x i32>, i32, <4 x i32>, i8)
declare <4 x i32> @llvm.x86.avx512.maskz.vpshrdv.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
declare i64 @llvm.x86.sse42.crc32.64.8(i64, i8)
declare <2 x i64> @llvm.x86.xop.vpcmov(<2 x i64>, <2 x i64>, <2 x i64>)
declare <4 x float> @llvm.x86.avx512.mask.move.ss(<4 x float>, <4 x float>, <4 x float>, i8)
declare <2 x double> @llvm.x86.sse2.cvtsi2sd(<2 x double>, i32)
declare <2 x double> @llvm.x86.sse2.cvtps2pd(<4 x float>)
declare <16 x float> @llvm.x86.avx512.mask.cvtudq2ps.512(<16 x i32>, <16 x float>, i16, i32)
declare <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16>)
declare <4 x i32> @llvm.x86.sse41.pmovsxbd(<16 x i8>)
declare <2 x i64> @llvm.x86.avx512.mask.psra.q.128(<2 x i64>, <2 x i64>, <2 x i64>, i8)
declare <16 x i32> @llvm.x86.avx512.mask.pslli.d(<16 x i32>, i32, <16 x i32>, i16)
declare <16 x i16> @llvm.x86.avx512.mask.psrlv16.hi(<16 x i16>, <16 x i16>, <16 x i16>, i16)
declare <64 x i8> @llvm.x86.avx512.mask.pavg.b.512(<64 x i8>, <64 x i8>, <64 x i8>, i64)
declare <4 x float> @llvm.x86.avx512.mask.vpermi2var.ps.128(<4 x float>, <4 x i32>, <4 x float>, i8)
declare <4 x i32> @llvm.x86.avx512.maskz.pternlog.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i32, i8)
declare <4 x i32> @llvm.x86.avx512.mask.vpdpbusd.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
declare <4 x float> @llvm.x86.fma.vfnmsub.ss(<4 x float>, <4 x float>, <4 x float>)
declare <2 x double> @llvm.x86.fma4.vfmadd.sd(<2 x double>, <2 x double>, <2 x double>)
declare <4 x float> @llvm.x86.avx512.mask3.vfmsub.ss(<4 x float>, <4 x float>, <4 x float>, i8, i32)
declare <8 x double> @llvm.x86.avx512.maskz.vfmadd.pd.512(<8 x double>, <8 x double>, <8 x double>, i8, i32)
declare <4 x float> @llvm.x86.avx512.mask3.vfmsubadd.ps.128(<4 x float>, <4 x float>, <4 x float>, i8)
declare <4 x double> @llvm.x86.fma.vfmsubadd.pd.256(<4 x double>, <4 x double>, <4 x double>)
