
define <8 x i8> @f0(<8 x i8> %a) {
  %r = call <8 x i8> @llvm.ctlz.v8i8(<8 x i8> %a, i1 false)
  ret <8 x i8> %r
}

define <8 x i8> @f1(<8 x i8> %a) {
  %r = call <8 x i8> @llvm.ctpop.v8i8(<8 x i8> %a)
  ret <8 x i8> %r
}

define <4 x i16> @f2(<4 x i16> %a, <4 x i16> %b) {
  %r = tail call <4 x i16> @llvm.sadd.sat.v4i16(<4 x i16> %a, <4 x i16> %b)
  ret <4 x i16> %r
}

define i32 @f3(i32 %a) {
  %r = call i32 @llvm.bitreverse.i32(i32 %a)
  ret i32 %r
}

define <2 x float> @f4(<2 x float> %a) {
  %r = tail call <2 x float> @llvm.roundeven.v2f32(<2 x float> %a)
  ret <2 x float> %r
}

define <8 x i8> @f5(<8 x i8> %a) {
  %r = call <8 x i8> @llvm.bitreverse.v8i8(<8 x i8> %a)
  ret <8 x i8> %r
}

define <4 x float> @f6(<4 x float> %a, <4 x float> %b) {
  %r = tail call <4 x float> @llvm.aarch64.neon.faddp.v4f32(<4 x float> %a, <4 x float> %b)
  ret <4 x float> %r
}

define <2 x float> @f7(<2 x float> %a, <8 x i8> %b, <8 x i8> %c) {
  %1 = bitcast <8 x i8> %b to <4 x bfloat>
  %2 = bitcast <8 x i8> %c to <4 x bfloat>
  %r = call <2 x float> @llvm.aarch64.neon.bfdot.v2f32.v4bf16(<2 x float> %a, <4 x bfloat> %1, <4 x bfloat> %2)
  ret <2 x float> %r
}

define <4 x float> @f8(<4 x float> %a, <16 x i8> %b, <16 x i8> %c) {
  %1 = bitcast <16 x i8> %b to <8 x bfloat>
  %2 = bitcast <16 x i8> %c to <8 x bfloat>
  %r = call <4 x float> @llvm.arm.neon.bfmmla(<4 x float> %a, <8 x bfloat> %1, <8 x bfloat> %2)
  ret <4 x float> %r
}

define <4 x i1> @f9(i32 %a) {
  %r1 = call <2 x i1> @llvm.arm.mve.vctp64(i32 %a)
  %1 = call i32 @llvm.arm.mve.pred.v2i.v2i1(<2 x i1> %r1)
  %2 = call <4 x i1> @llvm.arm.mve.pred.i2v.v4i1(i32 %1)
  ret <4 x i1> %2
}

define <2 x i64> @f10(<4 x i32> %a, <4 x i32> %b, i32 %c, <4 x i1> %d, <2 x i64> %e) {
  %1 = call i32 @llvm.arm.mve.pred.v2i.v4i1(<4 x i1> %d)
  %2 = call <2 x i1> @llvm.arm.mve.pred.i2v.v2i1(i32 %1)
  %r1 = call <2 x i64> @llvm.arm.mve.vqdmull.predicated.v2i64.v4i32.v2i1(<4 x i32> %a, <4 x i32> %b, i32 %c, <2 x i1> %2, <2 x i64> %e)
  ret <2 x i64> %r1
}

define <vscale x 16 x i8> @f11(<vscale x 32 x i8> %a) {
  %r = call <vscale x 16 x i8> @llvm.vector.extract.nxv16i8.nxv32i8(<vscale x 32 x i8> %a, i64 16)
  ret <vscale x 16 x i8> %r
}

define <vscale x 32 x i8> @f12(<vscale x 16 x i8> %a, <vscale x 16 x i8> %b) {
  %1 = call <vscale x 32 x i8> @llvm.vector.insert.nxv32i8.nxv16i8(<vscale x 32 x i8> poison, <vscale x 16 x i8> %a, i64 0)
  %r = call <vscale x 32 x i8> @llvm.vector.insert.nxv32i8.nxv16i8(<vscale x 32 x i8> %1, <vscale x 16 x i8> %b, i64 16)
  ret <vscale x 32 x i8> %r
}

define <vscale x 4 x float> @f13(<vscale x 4 x float> %a, <vscale x 8 x bfloat> %b, <vscale x 8 x bfloat> %c) {
  %r = call <vscale x 4 x float> @llvm.aarch64.sve.bfdot.lane.v2(<vscale x 4 x float> %a, <vscale x 8 x bfloat> %b, <vscale x 8 x bfloat> %c, i32 1)
  ret <vscale x 4 x float> %r
}

define <vscale x 8 x bfloat> @f14(<vscale x 8 x bfloat> %a, <vscale x 8 x i1> %b, <vscale x 4 x float> %c) {
  %1 = call <vscale x 16 x i1> @llvm.aarch64.sve.convert.to.svbool.nxv8i1(<vscale x 8 x i1> %b)
  %2 = call <vscale x 4 x i1> @llvm.aarch64.sve.convert.from.svbool.nxv4i1(<vscale x 16 x i1> %1)
  %r1 = call <vscale x 8 x bfloat> @llvm.aarch64.sve.fcvt.bf16f32.v2(<vscale x 8 x bfloat> %a, <vscale x 4 x i1> %2, <vscale x 4 x float> %c)
  ret <vscale x 8 x bfloat> %r1
}

define i64 @f15(i64 %a, i64 %b) {
  %1 = trunc i64 %a to i32
  %2 = trunc i64 %b to i32
  %r = call i32 @llvm.riscv.sm4ks(i32 %1, i32 %2, i32 2)
  %3 = sext i32 %r to i64
  ret i64 %3
}

define i64 @f16(i64 %a) {
  %1 = trunc i64 %a to i32
  %r = call i32 @llvm.riscv.sha256sig0(i32 %1)
  %2 = sext i32 %r to i64
  ret i64 %2
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x i8> @llvm.ctlz.v8i8(<8 x i8>, i1 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x i8> @llvm.ctpop.v8i8(<8 x i8>) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i16> @llvm.sadd.sat.v4i16(<4 x i16>, <4 x i16>) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bitreverse.i32(i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.roundeven.v2f32(<2 x float>) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x i8> @llvm.bitreverse.v8i8(<8 x i8>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.aarch64.neon.faddp.v4f32(<4 x float>, <4 x float>) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <2 x float> @llvm.aarch64.neon.bfdot.v2f32.v4bf16(<2 x float>, <4 x bfloat>, <4 x bfloat>) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.arm.neon.bfmmla(<4 x float>, <8 x bfloat>, <8 x bfloat>) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <2 x i1> @llvm.arm.mve.vctp64(i32) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.arm.mve.pred.v2i.v2i1(<2 x i1>) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i1> @llvm.arm.mve.pred.i2v.v4i1(i32) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.arm.mve.pred.v2i.v4i1(<4 x i1>) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <2 x i1> @llvm.arm.mve.pred.i2v.v2i1(i32) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <2 x i64> @llvm.arm.mve.vqdmull.predicated.v2i64.v4i32.v2i1(<4 x i32>, <4 x i32>, i32, <2 x i1>, <2 x i64>) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 16 x i8> @llvm.vector.extract.nxv16i8.nxv32i8(<vscale x 32 x i8>, i64 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 32 x i8> @llvm.vector.insert.nxv32i8.nxv16i8(<vscale x 32 x i8>, <vscale x 16 x i8>, i64 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <vscale x 4 x float> @llvm.aarch64.sve.bfdot.lane.v2(<vscale x 4 x float>, <vscale x 8 x bfloat>, <vscale x 8 x bfloat>, i32 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 16 x i1> @llvm.aarch64.sve.convert.to.svbool.nxv8i1(<vscale x 8 x i1>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i1> @llvm.aarch64.sve.convert.from.svbool.nxv4i1(<vscale x 16 x i1>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <vscale x 8 x bfloat> @llvm.aarch64.sve.fcvt.bf16f32.v2(<vscale x 8 x bfloat>, <vscale x 4 x i1>, <vscale x 4 x float>) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.riscv.sm4ks(i32, i32, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.riscv.sha256sig0(i32) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(none) }
