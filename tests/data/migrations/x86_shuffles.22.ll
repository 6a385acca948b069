
define <2 x i64> @f0(<2 x i64> %a) {
  %cast = bitcast <2 x i64> %a to <16 x i8>
  %1 = shufflevector <16 x i8> zeroinitializer, <16 x i8> %cast, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %cast1 = bitcast <16 x i8> %1 to <2 x i64>
  ret <2 x i64> %cast1
}

define <4 x i64> @f1(<4 x i64> %a) {
  %cast = bitcast <4 x i64> %a to <32 x i8>
  %1 = shufflevector <32 x i8> %cast, <32 x i8> zeroinitializer, <32 x i32> <i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 48, i32 49, i32 50>
  %cast1 = bitcast <32 x i8> %1 to <4 x i64>
  ret <4 x i64> %cast1
}

define <8 x i16> @f2(<8 x i16> %a, <8 x i16> %b) {
  %1 = shufflevector <8 x i16> %a, <8 x i16> %b, <8 x i32> <i32 8, i32 1, i32 10, i32 3, i32 12, i32 5, i32 14, i32 7>
  ret <8 x i16> %1
}

define <4 x i64> @f3(<4 x i64> %a, <2 x i64> %b) {
  %1 = shufflevector <2 x i64> %b, <2 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 2>
  %2 = shufflevector <4 x i64> %a, <4 x i64> %1, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  ret <4 x i64> %2
}

define <4 x float> @f4(<8 x float> %a) {
  %1 = shufflevector <8 x float> %a, <8 x float> %a, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  ret <4 x float> %1
}

define <4 x double> @f5(<4 x double> %a, <4 x double> %b) {
  %1 = shufflevector <4 x double> zeroinitializer, <4 x double> %b, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  ret <4 x double> %1
}

define <2 x double> @f6(<2 x double> %a) {
  %1 = shufflevector <2 x double> %a, <2 x double> %a, <2 x i32> <i32 1, i32 0>
  ret <2 x double> %1
}

define <8 x i16> @f7(<8 x i16> %a) {
  %1 = shufflevector <8 x i16> %a, <8 x i16> %a, <8 x i32> <i32 3, i32 2, i32 1, i32 0, i32 4, i32 5, i32 6, i32 7>
  ret <8 x i16> %1
}

define <8 x i16> @f8(<8 x i16> %a) {
  %1 = shufflevector <8 x i16> %a, <8 x i16> %a, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 7, i32 6, i32 5, i32 4>
  ret <8 x i16> %1
}

define <4 x float> @f9(<4 x float> %a, <4 x float> %b, <4 x float> %d, i8 %e) {
  %1 = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 3, i32 2, i32 5, i32 4>
  %2 = bitcast i8 %e to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x float> %1, <4 x float> %d
  ret <4 x float> %3
}

define <16 x i32> @f10(<16 x i32> %a, <16 x i32> %b, <16 x i32> %d, i16 %e) {
  %1 = shufflevector <16 x i32> %a, <16 x i32> %b, <16 x i32> <i32 12, i32 13, i32 14, i32 15, i32 8, i32 9, i32 10, i32 11, i32 20, i32 21, i32 22, i32 23, i32 16, i32 17, i32 18, i32 19>
  %2 = bitcast i16 %e to <16 x i1>
  %3 = select <16 x i1> %2, <16 x i32> %1, <16 x i32> %d
  ret <16 x i32> %3
}

define <16 x i8> @f11(<16 x i8> %a, <16 x i8> %b, <16 x i8> %d, i16 %e) {
  %palignr = shufflevector <16 x i8> %a, <16 x i8> zeroinitializer, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19>
  %1 = bitcast i16 %e to <16 x i1>
  %2 = select <16 x i1> %1, <16 x i8> %palignr, <16 x i8> %d
  ret <16 x i8> %2
}

define <4 x i32> @f12(<4 x i32> %a, <4 x i32> %b, <4 x i32> %d, i8 %e) {
  %palignr = shufflevector <4 x i32> %b, <4 x i32> %a, <4 x i32> <i32 3, i32 4, i32 5, i32 6>
  %1 = bitcast i8 %e to <8 x i1>
  %extract = shufflevector <8 x i1> %1, <8 x i1> %1, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %2 = select <4 x i1> %extract, <4 x i32> %palignr, <4 x i32> %d
  ret <4 x i32> %2
}

define <8 x i16> @f13(<8 x i16> %a, <8 x i16> %b, <8 x i16> %c, i8 %d) {
  %1 = shufflevector <8 x i16> %a, <8 x i16> %b, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %2 = bitcast i8 %d to <8 x i1>
  %3 = select <8 x i1> %2, <8 x i16> %1, <8 x i16> %c
  ret <8 x i16> %3
}

define <4 x float> @f14(<4 x float> %a, <4 x float> %b, i8 %c) {
  %1 = shufflevector <4 x float> %a, <4 x float> %a, <4 x i32> <i32 1, i32 1, i32 3, i32 3>
  %2 = bitcast i8 %c to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x float> %1, <4 x float> %b
  ret <4 x float> %3
}

define <4 x i64> @f15(<4 x i64> %a, <4 x i64> %c, i8 %d) {
  %1 = shufflevector <4 x i64> %a, <4 x i64> %a, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %2 = bitcast i8 %d to <8 x i1>
  %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %3 = select <4 x i1> %extract, <4 x i64> %1, <4 x i64> %c
  ret <4 x i64> %3
}

define <16 x float> @f16(<4 x float> %a, <16 x float> %b, i16 %c) {
  %1 = shufflevector <4 x float> %a, <4 x float> %a, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  %2 = bitcast i16 %c to <16 x i1>
  %3 = select <16 x i1> %2, <16 x float> %1, <16 x float> %b
  ret <16 x float> %3
}

define <16 x i32> @f17(i32 %a, <16 x i32> %b, i16 %c) {
  %.splatinsert = insertelement <16 x i32> poison, i32 %a, i64 0
  %.splat = shufflevector <16 x i32> %.splatinsert, <16 x i32> poison, <16 x i32> zeroinitializer
  %1 = bitcast i16 %c to <16 x i1>
  %2 = select <16 x i1> %1, <16 x i32> %.splat, <16 x i32> %b
  ret <16 x i32> %2
}

define <2 x i64> @f18(i8 %a) {
  %1 = zext i8 %a to i64
  %.splatinsert = insertelement <2 x i64> poison, i64 %1, i64 0
  %.splat = shufflevector <2 x i64> %.splatinsert, <2 x i64> poison, <2 x i32> zeroinitializer
  ret <2 x i64> %.splat
}

define <32 x i8> @f19(<16 x i8> %a) {
  %1 = shufflevector <16 x i8> %a, <16 x i8> poison, <32 x i32> zeroinitializer
  ret <32 x i8> %1
}
