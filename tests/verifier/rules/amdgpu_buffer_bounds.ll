; versions: 22 23 24
; The flags for accesses out of the bounds of a buffer: their behavior, their values, and what LLVM checks before and after them.
!llvm.module.flags = !{!0, !1, !2, !3, !4}
!0 = !{i32 1, !"amdgpu.buffer.oob.mode", i32 1}
!1 = !{i32 7, !"amdgpu.buffer.oob.mode", i32 1}
!2 = !{i32 7, !"amdgpu.tbuffer.oob.mode", i32 3}
!3 = !{i32 7, !"amdgpu.tbuffer.oob.mode", !"x"}
!4 = !{i32 1, !"wchar_size", !"x"}
