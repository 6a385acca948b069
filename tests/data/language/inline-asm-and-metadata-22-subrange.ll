; DISubrange: counts that are numbers, and that a local and a global variable hold.
!ranges = !{!0, !1, !2, !3, !11, !13}
!0 = !DISubrange(count: 5, lowerBound: 0)
!1 = !DISubrange(count: 5, lowerBound: 1)
!2 = !DISubrange(count: -1)
!3 = !DISubrange(count: 9223372036854775807, lowerBound: -9223372036854775808)
!6 = !DIFile(filename: "vla.c", directory: "/path/to/file")
!7 = distinct !DICompileUnit(language: DW_LANG_C99, file: !6)
!8 = distinct !DISubprogram(name: "foo", scope: !7, file: !6, line: 5, unit: !7)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "count", scope: !8, file: !6, line: 42, type: !9)
!11 = !DISubrange(count: !10, lowerBound: 0)
!12 = !DIGlobalVariable(name: "count", scope: !8, file: !6, line: 22, type: !9)
!13 = !DISubrange(count: !12, lowerBound: 0)
!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
