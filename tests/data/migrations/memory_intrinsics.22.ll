
define void @x86(ptr %p, <4 x float> %a, <16 x float> %b, <4 x i32> %c, i8 %m, i16 %n) {
  store <4 x float> %a, ptr %p, align 1
  %cast = bitcast <4 x i32> %c to <2 x i64>
  %1 = extractelement <2 x i64> %cast, i64 0
  store i64 %1, ptr %p, align 1
  store <16 x float> %b, ptr %p, align 64, !nontemporal !0
  %extractelement = extractelement <4 x float> %a, i64 0
  store float %extractelement, ptr %p, align 1, !nontemporal !0
  %2 = bitcast i16 %n to <16 x i1>
  call void @llvm.masked.store.v16f32.p0(<16 x float> %b, ptr align 64 %p, <16 x i1> %2)
  store <16 x float> %b, ptr %p, align 1
  %3 = bitcast i8 %m to <8 x i1>
  %extract = shufflevector <8 x i1> %3, <8 x i1> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  call void @llvm.masked.compressstore.v4f32(<4 x float> %a, ptr %p, <4 x i1> %extract)
  %4 = bitcast i16 %n to <16 x i1>
  %5 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %p, <16 x i1> %4, <16 x float> %b)
  %6 = bitcast i8 %m to <8 x i1>
  %extract1 = shufflevector <8 x i1> %6, <8 x i1> %6, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %7 = call <4 x float> @llvm.masked.expandload.v4f32(ptr %p, <4 x i1> %extract1, <4 x float> %a)
  %8 = load float, ptr %p, align 4
  %9 = insertelement <4 x float> poison, float %8, i32 0
  %10 = insertelement <4 x float> %9, float %8, i32 1
  %11 = insertelement <4 x float> %10, float %8, i32 2
  %12 = insertelement <4 x float> %11, float %8, i32 3
  %13 = load <4 x float>, ptr %p, align 1
  %14 = shufflevector <4 x float> %13, <4 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  %15 = load <2 x i64>, ptr %p, align 16, !nontemporal !0
  %16 = call { i8, i32 } @llvm.x86.addcarry.32(i8 %m, i32 1, i32 2)
  %17 = extractvalue { i8, i32 } %16, 1
  store i32 %17, ptr %p, align 1
  %18 = extractvalue { i8, i32 } %16, 0
  %time = call { i64, i32 } @llvm.x86.rdtscp()
  %19 = extractvalue { i64, i32 } %time, 1
  store i32 %19, ptr %p, align 1
  %20 = extractvalue { i64, i32 } %time, 0
  ret void
}

define float @amdgpu(ptr addrspace(3) %p, ptr addrspace(1) %q, float %a, i32 %b) {
  %1 = atomicrmw volatile fadd ptr addrspace(3) %p, float %a syncscope("agent") monotonic, align 4
  %2 = atomicrmw uinc_wrap ptr addrspace(1) %q, i32 %b syncscope("agent") seq_cst, align 4, !amdgpu.no.fine.grained.memory !1
  ret float %1
}

define float @nvptx(ptr %p, float %a) {
  %1 = atomicrmw fadd ptr %p, float %a seq_cst, align 4
  ret float %1
}

define <vscale x 32 x i8> @aarch64(<vscale x 16 x i1> %a, ptr %p) {
  %1 = call { <vscale x 16 x i8>, <vscale x 16 x i8> } @llvm.aarch64.sve.ld2.sret.nxv16i8(<vscale x 16 x i1> %a, ptr %p)
  %2 = extractvalue { <vscale x 16 x i8>, <vscale x 16 x i8> } %1, 0
  %3 = call <vscale x 32 x i8> @llvm.vector.insert.nxv32i8.nxv16i8(<vscale x 32 x i8> poison, <vscale x 16 x i8> %2, i64 0)
  %4 = extractvalue { <vscale x 16 x i8>, <vscale x 16 x i8> } %1, 1
  %both = call <vscale x 32 x i8> @llvm.vector.insert.nxv32i8.nxv16i8(<vscale x 32 x i8> %3, <vscale x 16 x i8> %4, i64 16)
  ret <vscale x 32 x i8> %both
}

define void @arm(ptr %p, <8 x i8> %a) {
  call void @llvm.arm.neon.vst1.p0.v8i8(ptr %p, <8 x i8> %a, i32 1)
  ret void
}

define void @general(ptr %p) {
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr captures(none), <16 x i1>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.compressstore.v4f32(<4 x float>, ptr captures(none), <4 x i1>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr captures(none), <16 x i1>, <16 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <4 x float> @llvm.masked.expandload.v4f32(ptr captures(none), <4 x i1>, <4 x float>) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare { i8, i32 } @llvm.x86.addcarry.32(i8, i32, i32) #3

; Function Attrs: nounwind
declare { i64, i32 } @llvm.x86.rdtscp() #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare { <vscale x 16 x i8>, <vscale x 16 x i8> } @llvm.aarch64.sve.ld2.sret.nxv16i8(<vscale x 16 x i1>, ptr) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 32 x i8> @llvm.vector.insert.nxv32i8.nxv16i8(<vscale x 32 x i8>, <vscale x 16 x i8>, i64 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.arm.neon.vst1.p0.v8i8(ptr, <8 x i8>, i32) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #4 = { nounwind }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{i32 1}
!1 = !{}
