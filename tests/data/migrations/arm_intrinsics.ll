; general intrinsics take over, and operands get other types
define <8 x i8> @f0(<8 x i8> %a) {
  %r = tail call <8 x i8> @llvm.arm.neon.vclz.v8i8(<8 x i8> %a)
  ret <8 x i8> %r
}

define <8 x i8> @f1(<8 x i8> %a) {
  %r = tail call <8 x i8> @llvm.arm.neon.vcnt.v8i8(<8 x i8> %a)
  ret <8 x i8> %r
}

define <4 x i16> @f2(<4 x i16> %a, <4 x i16> %b) {
  %r = tail call <4 x i16> @llvm.arm.neon.vqadds.v4i16(<4 x i16> %a, <4 x i16> %b)
  ret <4 x i16> %r
}

define i32 @f3(i32 %a) {
  %r = tail call i32 @llvm.arm.rbit(i32 %a)
  ret i32 %r
}

define <2 x float> @f4(<2 x float> %a) {
  %r = tail call <2 x float> @llvm.aarch64.neon.frintn.v2f32(<2 x float> %a)
  ret <2 x float> %r
}

define <8 x i8> @f5(<8 x i8> %a) {
  %r = tail call <8 x i8> @llvm.aarch64.neon.rbit.v8i8(<8 x i8> %a)
  ret <8 x i8> %r
}

define <4 x float> @f6(<4 x float> %a, <4 x float> %b) {
  %r = tail call <4 x float> @llvm.aarch64.neon.addp.v4f32(<4 x float> %a, <4 x float> %b)
  ret <4 x float> %r
}

define <2 x float> @f7(<2 x float> %a, <8 x i8> %b, <8 x i8> %c) {
  %r = tail call <2 x float> @llvm.aarch64.neon.bfdot.v2f32.v8i8(<2 x float> %a, <8 x i8> %b, <8 x i8> %c)
  ret <2 x float> %r
}

define <4 x float> @f8(<4 x float> %a, <16 x i8> %b, <16 x i8> %c) {
  %r = tail call <4 x float> @llvm.arm.neon.bfmmla.v4f32.v16i8(<4 x float> %a, <16 x i8> %b, <16 x i8> %c)
  ret <4 x float> %r
}

define <4 x i1> @f9(i32 %a) {
  %r = tail call <4 x i1> @llvm.arm.mve.vctp64(i32 %a)
  ret <4 x i1> %r
}

define <2 x i64> @f10(<4 x i32> %a, <4 x i32> %b, i32 %c, <4 x i1> %d, <2 x i64> %e) {
  %r = tail call <2 x i64> @llvm.arm.mve.vqdmull.predicated.v2i64.v4i32.v4i1(<4 x i32> %a, <4 x i32> %b, i32 %c, <4 x i1> %d, <2 x i64> %e)
  ret <2 x i64> %r
}

define <vscale x 16 x i8> @f11(<vscale x 32 x i8> %a) {
  %r = tail call <vscale x 16 x i8> @llvm.aarch64.sve.tuple.get.nxv16i8.nxv32i8(<vscale x 32 x i8> %a, i32 1)
  ret <vscale x 16 x i8> %r
}

define <vscale x 32 x i8> @f12(<vscale x 16 x i8> %a, <vscale x 16 x i8> %b) {
  %r = tail call <vscale x 32 x i8> @llvm.aarch64.sve.tuple.create2.nxv32i8.nxv16i8(<vscale x 16 x i8> %a, <vscale x 16 x i8> %b)
  ret <vscale x 32 x i8> %r
}

define <vscale x 4 x float> @f13(<vscale x 4 x float> %a, <vscale x 8 x bfloat> %b, <vscale x 8 x bfloat> %c) {
  %r = tail call <vscale x 4 x float> @llvm.aarch64.sve.bfdot.lane(<vscale x 4 x float> %a, <vscale x 8 x bfloat> %b, <vscale x 8 x bfloat> %c, i64 1)
  ret <vscale x 4 x float> %r
}

define <vscale x 8 x bfloat> @f14(<vscale x 8 x bfloat> %a, <vscale x 8 x i1> %b, <vscale x 4 x float> %c) {
  %r = tail call <vscale x 8 x bfloat> @llvm.aarch64.sve.fcvt.bf16f32(<vscale x 8 x bfloat> %a, <vscale x 8 x i1> %b, <vscale x 4 x float> %c)
  ret <vscale x 8 x bfloat> %r
}

define i64 @f15(i64 %a, i64 %b) {
  %r = tail call i64 @llvm.riscv.sm4ks.i64(i64 %a, i64 %b, i8 2)
  ret i64 %r
}

define i64 @f16(i64 %a) {
  %r = tail call i64 @llvm.riscv.sha256sig0.i64(i64 %a)
  ret i64 %r
}

declare <8 x i8> @llvm.arm.neon.vclz.v8i8(<8 x i8>)
declare <8 x i8> @llvm.arm.neon.vcnt.v8i8(<8 x i8>)
declare <4 x i16> @llvm.arm.neon.vqadds.v4i16(<4 x i16>, <4 x i16>)
declare i32 @llvm.arm.rbit(i32)
declare <2 x float> @llvm.aarch64.neon.frintn.v2f32(<2 x float>)
declare <8 x i8> @llvm.aarch64.neon.rbit.v8i8(<8 x i8>)
declare <4 x float> @llvm.aarch64.neon.addp.v4f32(<4 x float>, <4 x float>)
declare <2 x float> @llvm.aarch64.neon.bfdot.v2f32.v8i8(<2 x float>, <8 x i8>, <8 x i8>)
declare <4 x float> @llvm.arm.neon.bfmmla.v4f32.v16i8(<4 x float>, <16 x i8>, <16 x i8>)
declare <4 x i1> @llvm.arm.mve.vctp64(i32)
declare <2 x i64> @llvm.arm.mve.vqdmull.predicated.v2i64.v4i32.v4i1(<4 x i32>, <4 x i32>, i32, <4 x i1>, <2 x i64>)
declare <vscale x 16 x i8> @llvm.aarch64.sve.tuple.get.nxv16i8.nxv32i8(<vscale x 32 x i8>, i32)
declare <vscale x 32 x i8> @llvm.aarch64.sve.tuple.create2.nxv32i8.nxv16i8(<vscale x 16 x i8>, <vscale x 16 x i8>)
declare <vscale x 4 x float> @llvm.aarch64.sve.bfdot.lane(<vscale x 4 x float>, <vscale x 8 x bfloat>, <vscale x 8 x bfloat>, i64)
declare <vscale x 8 x bfloat> @llvm.aarch64.sve.fcvt.bf16f32(<vscale x 8 x bfloat>, <vscale x 8 x i1>, <vscale x 4 x float>)
declare i64 @llvm.riscv.sm4ks.i64(i64, i64, i8)
declare i64 @llvm.riscv.sha256sig0.i64(i64)
