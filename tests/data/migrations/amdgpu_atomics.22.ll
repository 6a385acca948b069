
; Unknown intrinsic
declare i32 @llvm.amdgcn.global.atomic.csub.p1(ptr addrspace(1), i32)

define void @f(ptr %p, ptr addrspace(1) %q, ptr addrspace(3) %s, float %f, double %d, <2 x i16> %v) {
  %1 = atomicrmw fadd ptr %p, float %f syncscope("agent") seq_cst, align 4, !noalias.addrspace !0, !amdgpu.no.fine.grained.memory !1, !amdgpu.ignore.denormal.mode !1
  %2 = bitcast <2 x i16> %v to <2 x bfloat>
  %3 = atomicrmw fadd ptr %p, <2 x bfloat> %2 syncscope("agent") seq_cst, align 4, !noalias.addrspace !0, !amdgpu.no.fine.grained.memory !1
  %4 = bitcast <2 x bfloat> %3 to <2 x i16>
  %5 = atomicrmw fmax ptr %p, double %d syncscope("agent") seq_cst, align 8, !noalias.addrspace !0, !amdgpu.no.fine.grained.memory !1
  %6 = atomicrmw fmin ptr addrspace(1) %q, double %d syncscope("agent") seq_cst, align 8, !amdgpu.no.fine.grained.memory !1
  %7 = atomicrmw fadd ptr addrspace(1) %q, float %f syncscope("agent") seq_cst, align 4, !amdgpu.no.fine.grained.memory !1, !amdgpu.ignore.denormal.mode !1
  %a6 = tail call i32 @llvm.amdgcn.global.atomic.csub.p1(ptr addrspace(1) %q, i32 1)
  %8 = atomicrmw usub_cond ptr %p, i32 1 syncscope("agent") seq_cst, align 4, !noalias.addrspace !0, !amdgpu.no.fine.grained.memory !1
  %9 = atomicrmw fadd ptr addrspace(3) %s, float %f syncscope("agent") seq_cst, align 4
  %10 = atomicrmw volatile fmin ptr addrspace(3) %s, float %f syncscope("agent") monotonic, align 4
  %11 = atomicrmw uinc_wrap ptr addrspace(1) %q, i32 3 syncscope("agent") seq_cst, align 4, !amdgpu.no.fine.grained.memory !1
  ret void
}

!0 = !{i32 5, i32 6}
!1 = !{}
