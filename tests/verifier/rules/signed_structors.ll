; versions: 23 24
; Pointers in llvm.global_ctors are signed because of a module flag, which is 0 or 1.

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr ptrauth (ptr @f, i32 0), ptr null }]

define void @f() {
  ret void
}

!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"ptrauth-init-fini", i32 2}
!1 = !{i32 1, !"ptrauth-init-fini-address-discrimination", !"a"}
!2 = !{i32 1, !"aarch64-elf-pauthabi-version", !"a"}
