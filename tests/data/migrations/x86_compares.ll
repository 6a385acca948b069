; bits become masks, and integers again
define <16 x i8> @f0(<16 x i8> %a, <16 x i8> %b) {
  %r = tail call <16 x i8> @llvm.x86.sse2.pcmpgt.b(<16 x i8> %a, <16 x i8> %b)
  ret <16 x i8> %r
}

define i8 @f1(<4 x i32> %a, <4 x i32> %b, i8 %c) {
  %r = tail call i8 @llvm.x86.avx512.mask.pcmpeq.d.128(<4 x i32> %a, <4 x i32> %b, i8 %c)
  ret i8 %r
}

define i8 @f2(<2 x i64> %a, <2 x i64> %b, i8 %d) {
  %r = tail call i8 @llvm.x86.avx512.mask.ucmp.q.128(<2 x i64> %a, <2 x i64> %b, i32 6, i8 %d)
  ret i8 %r
}

define <16 x i8> @f3(<16 x i8> %a, <16 x i8> %b) {
  %r = tail call <16 x i8> @llvm.x86.xop.vpcomltub(<16 x i8> %a, <16 x i8> %b)
  ret <16 x i8> %r
}

define <4 x i32> @f4(<4 x i32> %a, <4 x i32> %b) {
  %r = tail call <4 x i32> @llvm.x86.xop.vpcomfalsed(<4 x i32> %a, <4 x i32> %b)
  ret <4 x i32> %r
}

define i16 @f5(<16 x i32> %a, <16 x i32> %b, i16 %c) {
  %r = tail call i16 @llvm.x86.avx512.ptestnm.d.512(<16 x i32> %a, <16 x i32> %b, i16 %c)
  ret i16 %r
}

define i16 @f6(<16 x i8> %a) {
  %r = tail call i16 @llvm.x86.avx512.cvtb2mask.128(<16 x i8> %a)
  ret i16 %r
}

define <4 x i32> @f7(i8 %a) {
  %r = tail call <4 x i32> @llvm.x86.avx512.cvtmask2d.128(i8 %a)
  ret <4 x i32> %r
}

define i8 @f8(<4 x float> %a, i8 %c) {
  %r = tail call i8 @llvm.x86.avx512.mask.fpclass.ps.128(<4 x float> %a, i32 3, i8 %c)
  ret i8 %r
}

define i16 @f9(i16 %a, i16 %b) {
  %r = tail call i16 @llvm.x86.avx512.kandn.w(i16 %a, i16 %b)
  ret i16 %r
}

define i16 @f10(i16 %a) {
  %r = tail call i16 @llvm.x86.avx512.knot.w(i16 %a)
  ret i16 %r
}

define i32 @f11(i16 %a, i16 %b) {
  %r = tail call i32 @llvm.x86.avx512.kortestc.w(i16 %a, i16 %b)
  ret i32 %r
}

define i16 @f12(i16 %a, i16 %b) {
  %r = tail call i16 @llvm.x86.avx512.kunpck.bw(i16 %a, i16 %b)
  ret i16 %r
}

define i32 @f13(<4 x float> %a, <4 x float> %b) {
  %r = tail call i32 @llvm.x86.sse41.ptestc(<4 x float> %a, <4 x float> %b)
  ret i32 %r
}

define <4 x float> @f14(<4 x float> %a, <4 x float> %b) {
  %r = tail call <4 x float> @llvm.x86.sse41.insertps(<4 x float> %a, <4 x float> %b, i32 7)
  ret <4 x float> %r
}

define i8 @f15(<4 x float> %a, <4 x float> %b, i8 %d) {
  %r = tail call i8 @llvm.x86.avx512.mask.cmp.ps.128(<4 x float> %a, <4 x float> %b, i32 3, i8 %d)
  ret i8 %r
}

define <4 x float> @f16(<4 x float> %a, <4 x float> %b, i8 %c) {
  %r = tail call <4 x float> @llvm.x86.avx512.mask.compress.ps.128(<4 x float> %a, <4 x float> %b, i8 %c)
  ret <4 x float> %r
}

declare <16 x i8> @llvm.x86.sse2.pcmpgt.b(<16 x i8>, <16 x i8>)
declare i8 @llvm.x86.avx512.mask.pcmpeq.d.128(<4 x i32>, <4 x i32>, i8)
declare i8 @llvm.x86.avx512.mask.ucmp.q.128(<2 x i64>, <2 x i64>, i32, i8)
declare <16 x i8> @llvm.x86.xop.vpcomltub(<16 x i8>, <16 x i8>)
declare <4 x i32> @llvm.x86.xop.vpcomfalsed(<4 x i32>, <4 x i32>)
declare i16 @llvm.x86.avx512.ptestnm.d.512(<16 x i32>, <16 x i32>, i16)
declare i16 @llvm.x86.avx512.cvtb2mask.128(<16 x i8>)
declare <4 x i32> @llvm.x86.avx512.cvtmask2d.128(i8)
declare i8 @llvm.x86.avx512.mask.fpclass.ps.128(<4 x float>, i32, i8)
declare i16 @llvm.x86.avx512.kandn.w(i16, i16)
declare i16 @llvm.x86.avx512.knot.w(i16)
declare i32 @llvm.x86.avx512.kortestc.w(i16, i16)
declare i16 @llvm.x86.avx512.kunpck.bw(i16, i16)
declare i32 @llvm.x86.sse41.ptestc(<4 x float>, <4 x float>)
declare <4 x float> @llvm.x86.sse41.insertps(<4 x float>, <4 x float>, i32)
declare i8 @llvm.x86.avx512.mask.cmp.ps.128(<4 x float>, <4 x float>, i32, i8)
declare <4 x float> @llvm.x86.avx512.mask.compress.ps.128(<4 x float>, <4 x float>, i8)
