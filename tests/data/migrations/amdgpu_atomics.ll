; what LLVM 22 makes of the atomic intrinsics of AMDGPU
declare float @llvm.amdgcn.flat.atomic.fadd.f32.p0.f32(ptr, float)
declare <2 x i16> @llvm.amdgcn.flat.atomic.fadd.v2bf16.p0(ptr, <2 x i16>)
declare double @llvm.amdgcn.flat.atomic.fmax.f64.p0.f64(ptr, double)
declare double @llvm.amdgcn.global.atomic.fmin.f64.p1.f64(ptr addrspace(1), double)
declare float @llvm.amdgcn.global.atomic.fadd.f32.p1.f32(ptr addrspace(1), float)
declare i32 @llvm.amdgcn.global.atomic.csub.p1(ptr addrspace(1), i32)
declare i32 @llvm.amdgcn.atomic.cond.sub.u32.p0(ptr, i32)
declare float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3), float, i32, i32, i1)
declare float @llvm.amdgcn.ds.fmin.f32(ptr addrspace(3), float, i32, i32, i1)
declare i32 @llvm.amdgcn.atomic.inc.i32.p1(ptr addrspace(1), i32, i32, i32, i1)
define void @f(ptr %p, ptr addrspace(1) %q, ptr addrspace(3) %s, float %f, double %d, <2 x i16> %v) {
 %a1 = tail call float @llvm.amdgcn.flat.atomic.fadd.f32.p0.f32(ptr %p, float %f)
 %a2 = tail call <2 x i16> @llvm.amdgcn.flat.atomic.fadd.v2bf16.p0(ptr %p, <2 x i16> %v)
 %a3 = tail call  double @llvm.amdgcn.flat.atomic.fmax.f64.p0.f64(ptr %p, double %d)
 %a4 = tail call  double @llvm.amdgcn.global.atomic.fmin.f64.p1.f64(ptr addrspace(1) %q, double %d)
 %a5 = tail call  float @llvm.amdgcn.global.atomic.fadd.f32.p1.f32(ptr addrspace(1) %q, float %f)
 %a6 = tail call  i32 @llvm.amdgcn.global.atomic.csub.p1(ptr addrspace(1) %q, i32 1)
 %a7 = tail call  i32 @llvm.amdgcn.atomic.cond.sub.u32.p0(ptr %p, i32 1)
 %a8 = tail call  float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3) %s, float %f, i32 0, i32 0, i1 false)
 %a9 = tail call  float @llvm.amdgcn.ds.fmin.f32(ptr addrspace(3) %s, float %f, i32 2, i32 0, i1 true)
 %a10 = tail call  i32 @llvm.amdgcn.atomic.inc.i32.p1(ptr addrspace(1) %q, i32 3, i32 0, i32 0, i1 false)
 ret void
}
