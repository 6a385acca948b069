; elements are moved, by immediates and in fixed orders
define <2 x i64> @f0(<2 x i64> %a) {
  %r = tail call <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64> %a, i32 64)
  ret <2 x i64> %r
}

define <4 x i64> @f1(<4 x i64> %a) {
  %r = tail call <4 x i64> @llvm.x86.avx2.psrl.dq.bs(<4 x i64> %a, i32 3)
  ret <4 x i64> %r
}

define <8 x i16> @f2(<8 x i16> %a, <8 x i16> %b) {
  %r = tail call <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16> %a, <8 x i16> %b, i32 85)
  ret <8 x i16> %r
}

define <4 x i64> @f3(<4 x i64> %a, <2 x i64> %b) {
  %r = tail call <4 x i64> @llvm.x86.avx2.vinserti128(<4 x i64> %a, <2 x i64> %b, i8 1)
  ret <4 x i64> %r
}

define <4 x float> @f4(<8 x float> %a) {
  %r = tail call <4 x float> @llvm.x86.avx.vextractf128.ps.256(<8 x float> %a, i8 1)
  ret <4 x float> %r
}

define <4 x double> @f5(<4 x double> %a, <4 x double> %b) {
  %r = tail call <4 x double> @llvm.x86.avx.vperm2f128.pd.256(<4 x double> %a, <4 x double> %b, i8 40)
  ret <4 x double> %r
}

define <2 x double> @f6(<2 x double> %a) {
  %r = tail call <2 x double> @llvm.x86.avx.vpermil.pd(<2 x double> %a, i8 1)
  ret <2 x double> %r
}

define <8 x i16> @f7(<8 x i16> %a) {
  %r = tail call <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16> %a, i8 27)
  ret <8 x i16> %r
}

define <8 x i16> @f8(<8 x i16> %a) {
  %r = tail call <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16> %a, i8 27)
  ret <8 x i16> %r
}

define <4 x float> @f9(<4 x float> %a, <4 x float> %b, <4 x float> %d, i8 %e) {
  %r = tail call <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float> %a, <4 x float> %b, i32 27, <4 x float> %d, i8 %e)
  ret <4 x float> %r
}

define <16 x i32> @f10(<16 x i32> %a, <16 x i32> %b, <16 x i32> %d, i16 %e) {
  %r = tail call <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32> %a, <16 x i32> %b, i32 27, <16 x i32> %d, i16 %e)
  ret <16 x i32> %r
}

define <16 x i8> @f11(<16 x i8> %a, <16 x i8> %b, <16 x i8> %d, i16 %e) {
  %r = tail call <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8> %a, <16 x i8> %b, i32 20, <16 x i8> %d, i16 %e)
  ret <16 x i8> %r
}

define <4 x i32> @f12(<4 x i32> %a, <4 x i32> %b, <4 x i32> %d, i8 %e) {
  %r = tail call <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32> %a, <4 x i32> %b, i32 3, <4 x i32> %d, i8 %e)
  ret <4 x i32> %r
}

define <8 x i16> @f13(<8 x i16> %a, <8 x i16> %b, <8 x i16> %c, i8 %d) {
  %r = tail call <8 x i16> @llvm.x86.avx512.mask.punpckhw.d.128(<8 x i16> %a, <8 x i16> %b, <8 x i16> %c, i8 %d)
  ret <8 x i16> %r
}

define <4 x float> @f14(<4 x float> %a, <4 x float> %b, i8 %c) {
  %r = tail call <4 x float> @llvm.x86.avx512.mask.movshdup.128(<4 x float> %a, <4 x float> %b, i8 %c)
  ret <4 x float> %r
}

define <4 x i64> @f15(<4 x i64> %a, <4 x i64> %c, i8 %d) {
  %r = tail call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %a, i32 27, <4 x i64> %c, i8 %d)
  ret <4 x i64> %r
}

define <16 x float> @f16(<4 x float> %a, <16 x float> %b, i16 %c) {
  %r = tail call <16 x float> @llvm.x86.avx512.mask.broadcastf32x4.512(<4 x float> %a, <16 x float> %b, i16 %c)
  ret <16 x float> %r
}

define <16 x i32> @f17(i32 %a, <16 x i32> %b, i16 %c) {
  %r = tail call <16 x i32> @llvm.x86.avx512.mask.pbroadcast.d.gpr.512(i32 %a, <16 x i32> %b, i16 %c)
  ret <16 x i32> %r
}

define <2 x i64> @f18(i8 %a) {
  %r = tail call <2 x i64> @llvm.x86.avx512.broadcastmb.128(i8 %a)
  ret <2 x i64> %r
}

define <32 x i8> @f19(<16 x i8> %a) {
  %r = tail call <32 x i8> @llvm.x86.avx2.pbroadcastb.256(<16 x i8> %a)
  ret <32 x i8> %r
}

declare <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64>, i32)
declare <4 x i64> @llvm.x86.avx2.psrl.dq.bs(<4 x i64>, i32)
declare <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16>, <8 x i16>, i32)
declare <4 x i64> @llvm.x86.avx2.vinserti128(<4 x i64>, <2 x i64>, i8)
declare <4 x float> @llvm.x86.avx.vextractf128.ps.256(<8 x float>, i8)
declare <4 x double> @llvm.x86.avx.vperm2f128.pd.256(<4 x double>, <4 x double>, i8)
declare <2 x double> @llvm.x86.avx.vpermil.pd(<2 x double>, i8)
declare <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16>, i8)
declare <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16>, i8)
declare <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float>, <4 x float>, i32, <4 x float>, i8)
declare <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16)
declare <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16)
declare <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8)
declare <8 x i16> @llvm.x86.avx512.mask.punpckhw.d.128(<8 x i16>, <8 x i16>, <8 x i16>, i8)
declare <4 x float> @llvm.x86.avx512.mask.movshdup.128(<4 x float>, <4 x float>, i8)
declare <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64>, i32, <4 x i64>, i8)
declare <16 x float> @llvm.x86.avx512.mask.broadcastf32x4.512(<4 x float>, <16 x float>, i16)
declare <16 x i32> @llvm.x86.avx512.mask.pbroadcast.d.gpr.512(i32, <16 x i32>, i16)
declare <2 x i64> @llvm.x86.avx512.broadcastmb.128(i8)
declare <32 x i8> @llvm.x86.avx2.pbroadcastb.256(<16 x i8>)
