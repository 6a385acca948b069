; versions: 23
!llvm.module.flags = !{!990}
!llvm.dbg.cu = !{!994}
!990 = !{i32 2, !"Debug Info Version", i32 3}
!991 = !DIFile(filename: "a", directory: "b")
!994 = distinct !DICompileUnit(language: DW_LANG_C, file: !991, emissionKind: FullDebug, enums: !1)
!995 = distinct !DISubprogram(name: "f", file: !991, unit: !994, spFlags: DISPFlagDefinition, type: !996)
!996 = !DISubroutineType(types: !997)
!997 = !{}
!1 = !{!2}
!3 = distinct !DILexicalBlock(scope: !995, file: !991)
!4 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", scope: !995, file: !991, line: 1, elements: !997)
!5 = !DISubprogram(name: "g", file: !991, spFlags: 0, type: !996)
!6 = !DILexicalBlockFile(scope: !3, file: !991, discriminator: 0)
!2 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", scope: !3, file: !991, line: 1, elements: !997)
