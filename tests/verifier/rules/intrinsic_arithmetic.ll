; versions: 14 19 22 23 24
declare i32 @llvm.smul.fix.i32(i32, i32, i32 immarg)
declare i8 @llvm.udiv.fix.sat.i8(i8, i8, i32 immarg)
declare i24 @llvm.bswap.i24(i24)
declare <2 x i64> @llvm.lrint.v2i64.f32(float)
declare i64 @llvm.lround.i64.v2f32(<2 x float>)
declare float @llvm.vector.reduce.fmax.f32(float)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare float @llvm.experimental.constrained.sitofp.f32.v2i32(<2 x i32>, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f32(float, float, metadata, metadata)
declare double @llvm.experimental.constrained.fptrunc.f64.f32(float, metadata, metadata)

define void @calls(float %f, <2 x float> %v, <2 x i32> %w) strictfp {
  %a = call i32 @llvm.smul.fix.i32(i32 1, i32 2, i32 31)
  %b = call i32 @llvm.smul.fix.i32(i32 1, i32 2, i32 32)
  %c = call i8 @llvm.udiv.fix.sat.i8(i8 1, i8 2, i32 8)
  %d = call i8 @llvm.udiv.fix.sat.i8(i8 1, i8 2, i32 9)
  %e = call i24 @llvm.bswap.i24(i24 1)
  %g = call <2 x i64> @llvm.lrint.v2i64.f32(float %f)
  %h = call i64 @llvm.lround.i64.v2f32(<2 x float> %v)
  %i = call float @llvm.experimental.constrained.fadd.f32(float %f, float %f, metadata !"round.up", metadata !"fpexcept.strict")
  %j = call float @llvm.experimental.constrained.fadd.f32(float %f, float %f, metadata !"round.dynamic", metadata !"strict")
  %k = call float @llvm.experimental.constrained.sitofp.f32.v2i32(<2 x i32> %w, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %l = call i1 @llvm.experimental.constrained.fcmp.f32(float %f, float %f, metadata !"eq", metadata !"fpexcept.strict")
  %m = call double @llvm.experimental.constrained.fptrunc.f64.f32(float %f, metadata !"round.dynamic", metadata !"fpexcept.strict")
  ret void
}
