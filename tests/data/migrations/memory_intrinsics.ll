; loads, stores and atomic operations take over
define void @x86(ptr %p, <4 x float> %a, <16 x float> %b, <4 x i32> %c, i8 %m, i16 %n) {
  call void @llvm.x86.sse.storeu.ps(ptr %p, <4 x float> %a)
  call void @llvm.x86.sse2.storel.dq(ptr %p, <4 x i32> %c)
  call void @llvm.x86.avx512.storent.ps.512(ptr %p, <16 x float> %b)
  call void @llvm.x86.sse4a.movnt.ss(ptr %p, <4 x float> %a)
  call void @llvm.x86.avx512.mask.store.ps.512(ptr %p, <16 x float> %b, i16 %n)
  call void @llvm.x86.avx512.mask.storeu.ps.512(ptr %p, <16 x float> %b, i16 -1)
  call void @llvm.x86.avx512.mask.compress.store.ps.128(ptr %p, <4 x float> %a, i8 %m)
  %1 = call <16 x float> @llvm.x86.avx512.mask.loadu.ps.512(ptr %p, <16 x float> %b, i16 %n)
  %2 = call <4 x float> @llvm.x86.avx512.mask.expand.load.ps.128(ptr %p, <4 x float> %a, i8 %m)
  %3 = call <4 x float> @llvm.x86.avx.vbroadcast.ss(ptr %p)
  %4 = call <8 x float> @llvm.x86.avx.vbroadcastf128.ps.256(ptr %p)
  %5 = call <2 x i64> @llvm.x86.sse41.movntdqa(ptr %p)
  %carry = call i8 @llvm.x86.addcarry.u32(i8 %m, i32 1, i32 2, ptr %p)
  %time = tail call i64 @llvm.x86.rdtscp(ptr %p)
  ret void
}

define float @amdgpu(ptr addrspace(3) %p, ptr addrspace(1) %q, float %a, i32 %b) {
  %sum = tail call float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3) %p, float %a, i32 2, i32 0, i1 true)
  %next = tail call i32 @llvm.amdgcn.atomic.inc.i32.p1(ptr addrspace(1) %q, i32 %b, i32 0, i32 0, i1 false)
  ret float %sum
}

define float @nvptx(ptr %p, float %a) {
  %sum = tail call float @llvm.nvvm.atomic.load.add.f32.p0(ptr %p, float %a)
  ret float %sum
}

define <vscale x 32 x i8> @aarch64(<vscale x 16 x i1> %a, ptr %p) {
  %both = call <vscale x 32 x i8> @llvm.aarch64.sve.ld2.nxv32i8.nxv16i1.p0i8(<vscale x 16 x i1> %a, ptr %p)
  ret <vscale x 32 x i8> %both
}

define void @arm(ptr %p, <8 x i8> %a) {
  tail call void @llvm.arm.neon.vst1.v8i8(ptr %p, <8 x i8> %a, i32 1) nounwind
  ret void
}

define void @general(ptr %p) {
  call void @llvm.stackprotectorcheck(ptr %p)
  ret void
}

declare void @llvm.x86.sse.storeu.ps(ptr, <4 x float>)
declare void @llvm.x86.sse2.storel.dq(ptr, <4 x i32>)
declare void @llvm.x86.avx512.storent.ps.512(ptr, <16 x float>)
declare void @llvm.x86.sse4a.movnt.ss(ptr, <4 x float>)
declare void @llvm.x86.avx512.mask.store.ps.512(ptr, <16 x float>, i16)
declare void @llvm.x86.avx512.mask.storeu.ps.512(ptr, <16 x float>, i16)
declare void @llvm.x86.avx512.mask.compress.store.ps.128(ptr, <4 x float>, i8)
declare <16 x float> @llvm.x86.avx512.mask.loadu.ps.512(ptr, <16 x float>, i16)
declare <4 x float> @llvm.x86.avx512.mask.expand.load.ps.128(ptr, <4 x float>, i8)
declare <4 x float> @llvm.x86.avx.vbroadcast.ss(ptr)
declare <8 x float> @llvm.x86.avx.vbroadcastf128.ps.256(ptr)
declare <2 x i64> @llvm.x86.sse41.movntdqa(ptr)
declare i8 @llvm.x86.addcarry.u32(i8, i32, i32, ptr)
declare i64 @llvm.x86.rdtscp(ptr)
declare float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3), float, i32, i32, i1)
declare i32 @llvm.amdgcn.atomic.inc.i32.p1(ptr addrspace(1), i32, i32, i32, i1)
declare float @llvm.nvvm.atomic.load.add.f32.p0(ptr, float)
declare <vscale x 32 x i8> @llvm.aarch64.sve.ld2.nxv32i8.nxv16i1.p0i8(<vscale x 16 x i1>, ptr)
declare void @llvm.arm.neon.vst1.v8i8(ptr, <8 x i8>, i32)
declare void @llvm.stackprotectorcheck(ptr)
