
define <16 x i8> @f0(<16 x i8> %a, <16 x i8> %b) {
  %1 = icmp sgt <16 x i8> %a, %b
  %2 = sext <16 x i1> %1 to <16 x i8>
  ret <16 x i8> %2
}

define i8 @f1(<4 x i32> %a, <4 x i32> %b, i8 %c) {
  %1 = icmp eq <4 x i32> %a, %b
  %2 = bitcast i8 %c to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = and <4 x i1> %1, %extract
  %4 = shufflevector <4 x i1> %3, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %5 = bitcast <8 x i1> %4 to i8
  ret i8 %5
}

define i8 @f2(<2 x i64> %a, <2 x i64> %b, i8 %d) {
  %1 = icmp ugt <2 x i64> %a, %b
  %2 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <2 x i32> <i32 0, i32 1>
  %3 = and <2 x i1> %1, %extract
  %4 = shufflevector <2 x i1> %3, <2 x i1> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 2, i32 3, i32 2, i32 3>
  %5 = bitcast <8 x i1> %4 to i8
  ret i8 %5
}

define <16 x i8> @f3(<16 x i8> %a, <16 x i8> %b) {
  %1 = icmp ult <16 x i8> %a, %b
  %2 = sext <16 x i1> %1 to <16 x i8>
  ret <16 x i8> %2
}

define <4 x i32> @f4(<4 x i32> %a, <4 x i32> %b) {
  ret <4 x i32> zeroinitializer
}

define i16 @f5(<16 x i32> %a, <16 x i32> %b, i16 %c) {
  %1 = and <16 x i32> %a, %b
  %2 = icmp eq <16 x i32> %1, zeroinitializer
  %3 = bitcast i16 %c to <16 x i1>
  %4 = and <16 x i1> %2, %3
  %5 = bitcast <16 x i1> %4 to i16
  ret i16 %5
}

define i16 @f6(<16 x i8> %a) {
  %1 = icmp slt <16 x i8> %a, zeroinitializer
  %2 = bitcast <16 x i1> %1 to i16
  ret i16 %2
}

define <4 x i32> @f7(i8 %a) {
  %1 = bitcast i8 %a to <8 x i1>
  %extract = shufflevector <8 x i1> %1, <8 x i1> %1, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %vpmovm2 = sext <4 x i1> %extract to <4 x i32>
  ret <4 x i32> %vpmovm2
}

define i8 @f8(<4 x float> %a, i8 %c) {
  %1 = call <4 x i1> @llvm.x86.avx512.fpclass.ps.128(<4 x float> %a, i32 3)
  %2 = bitcast i8 %c to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = and <4 x i1> %1, %extract
  %4 = shufflevector <4 x i1> %3, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %5 = bitcast <8 x i1> %4 to i8
  ret i8 %5
}

define i16 @f9(i16 %a, i16 %b) {
  %1 = bitcast i16 %a to <16 x i1>
  %2 = bitcast i16 %b to <16 x i1>
  %3 = xor <16 x i1> %1, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %4 = and <16 x i1> %3, %2
  %5 = bitcast <16 x i1> %4 to i16
  ret i16 %5
}

define i16 @f10(i16 %a) {
  %1 = bitcast i16 %a to <16 x i1>
  %2 = xor <16 x i1> %1, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %3 = bitcast <16 x i1> %2 to i16
  ret i16 %3
}

define i32 @f11(i16 %a, i16 %b) {
  %1 = bitcast i16 %a to <16 x i1>
  %2 = bitcast i16 %b to <16 x i1>
  %3 = or <16 x i1> %1, %2
  %4 = bitcast <16 x i1> %3 to i16
  %5 = icmp eq i16 %4, -1
  %6 = zext i1 %5 to i32
  ret i32 %6
}

define i16 @f12(i16 %a, i16 %b) {
  %1 = bitcast i16 %a to <16 x i1>
  %2 = bitcast i16 %b to <16 x i1>
  %3 = shufflevector <16 x i1> %1, <16 x i1> %1, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %4 = shufflevector <16 x i1> %2, <16 x i1> %2, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %5 = shufflevector <8 x i1> %4, <8 x i1> %3, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %6 = bitcast <16 x i1> %5 to i16
  ret i16 %6
}

define i32 @f13(<4 x float> %a, <4 x float> %b) {
  %cast = bitcast <4 x float> %a to <2 x i64>
  %cast1 = bitcast <4 x float> %b to <2 x i64>
  %r = call i32 @llvm.x86.sse41.ptestc(<2 x i64> %cast, <2 x i64> %cast1)
  ret i32 %r
}

define <4 x float> @f14(<4 x float> %a, <4 x float> %b) {
  %r = call <4 x float> @llvm.x86.sse41.insertps(<4 x float> %a, <4 x float> %b, i8 7)
  ret <4 x float> %r
}

define i8 @f15(<4 x float> %a, <4 x float> %b, i8 %d) {
  %1 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %1, <8 x i1> %1, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %r = call <4 x i1> @llvm.x86.avx512.mask.cmp.ps.128(<4 x float> %a, <4 x float> %b, i32 3, <4 x i1> %extract)
  %2 = shufflevector <4 x i1> %r, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %3 = bitcast <8 x i1> %2 to i8
  ret i8 %3
}

define <4 x float> @f16(<4 x float> %a, <4 x float> %b, i8 %c) {
  %1 = bitcast i8 %c to <8 x i1>
  %extract = shufflevector <8 x i1> %1, <8 x i1> %1, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %2 = call <4 x float> @llvm.x86.avx512.mask.compress.v4f32(<4 x float> %a, <4 x float> %b, <4 x i1> %extract)
  ret <4 x float> %2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i1> @llvm.x86.avx512.fpclass.ps.128(<4 x float>, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.x86.sse41.ptestc(<2 x i64>, <2 x i64>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.x86.sse41.insertps(<4 x float>, <4 x float>, i8 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i1> @llvm.x86.avx512.mask.cmp.ps.128(<4 x float>, <4 x float>, i32 immarg, <4 x i1>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.x86.avx512.mask.compress.v4f32(<4 x float>, <4 x float>, <4 x i1>) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
