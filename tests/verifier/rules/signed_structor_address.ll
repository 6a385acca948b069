; versions: 23 24
; Address discrimination of pointers in llvm.global_ctors requires that they are signed.

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ptrauth-init-fini-address-discrimination", i32 1}
