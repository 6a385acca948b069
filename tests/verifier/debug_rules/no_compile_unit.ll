; versions: 14 19 22 23
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!990}
!990 = !{i32 2, !"Debug Info Version", i32 3}
!0 = !{}