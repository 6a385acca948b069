; versions: 22 23
declare <16 x float> @llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4.v8i32.v5i32(<8 x i32>, <5 x i32>, <16 x float>, i32 immarg, i32 immarg, i32 immarg, i32, i32 immarg, i32)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v9i32.v16i32(i32, <9 x i32>, i32, <16 x i32>, i16, <8 x float>)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v9i32(i32, <16 x i32>, i32, <9 x i32>, i16, <8 x float>)
define void @f(<5 x i32> %a, <8 x i32> %b, <16 x float> %c, <9 x i32> %d, <16 x i32> %e, <8 x float> %g) {
  call <16 x float> @llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4.v8i32.v5i32(<8 x i32> %b, <5 x i32> %a, <16 x float> %c, i32 0, i32 0, i32 0, i32 1, i32 0, i32 1)
  call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v9i32.v16i32(i32 0, <9 x i32> %d, i32 0, <16 x i32> %e, i16 0, <8 x float> %g)
  call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v9i32(i32 0, <16 x i32> %e, i32 0, <9 x i32> %d, i16 0, <8 x float> %g)
  ret void
}