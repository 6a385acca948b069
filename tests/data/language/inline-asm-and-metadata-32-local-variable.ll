; DILocalVariable: arguments and a variable, with every field.
!variables = !{!0, !1, !2, !6}
!llvm.dbg.cu = !{!10}
!0 = !DILocalVariable(name: "this", arg: 1, scope: !12, file: !11, line: 7, type: !5, flags: DIFlagArtificial | DIFlagObjectPointer)
!1 = !DILocalVariable(name: "x", arg: 2, scope: !12, file: !11, line: 7, type: !5)
!2 = !DILocalVariable(name: "y", scope: !4, file: !11, line: 7, type: !5, align: 256)
!4 = distinct !DILexicalBlock(scope: !12, file: !11, line: 7)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(scope: !12)
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "a.c", directory: "/d")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 1, type: !13, isLocal: false, isDefinition: true, unit: !10)
!13 = !DISubroutineType(types: !{null})
