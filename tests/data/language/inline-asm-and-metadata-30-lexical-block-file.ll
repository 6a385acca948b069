; DILexicalBlockFile: two that differ only in the discriminator.
!blocks = !{!1, !2}
!llvm.dbg.cu = !{!10}
!0 = !DILexicalBlock(scope: !12, file: !11, line: 7, column: 35)
!1 = !DILexicalBlockFile(scope: !0, file: !11, discriminator: 0)
!2 = !DILexicalBlockFile(scope: !0, file: !11, discriminator: 1)
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "a.c", directory: "/d")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 1, type: !13, isLocal: false, isDefinition: true, unit: !10)
!13 = !DISubroutineType(types: !{null})
