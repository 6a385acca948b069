; versions: 23 24
; The flag for address discrimination is 0 or 1.

!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"ptrauth-init-fini-address-discrimination", i32 2}
!1 = !{i32 1, !"ptrauth-init-fini", i32 1}
