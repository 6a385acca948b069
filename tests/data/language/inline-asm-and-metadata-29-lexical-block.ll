; DILexicalBlock: distinct ones, one of them at a line alone.
!blocks = !{!0, !4}
!llvm.dbg.cu = !{!10}
!0 = distinct !DILexicalBlock(scope: !12, file: !11, line: 7, column: 35)
!4 = distinct !DILexicalBlock(scope: !0)
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "a.c", directory: "/d")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 1, type: !13, isLocal: false, isDefinition: true, unit: !10)
!13 = !DISubroutineType(types: !{null})
