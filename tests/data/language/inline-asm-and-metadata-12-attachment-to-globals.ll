; Metadata Nodes and Metadata Strings: attachments to functions and variables, defined and only declared.
declare !own !22 void @f1()

define void @f2() !own !22 !dbg !12 {
  ret void
}

@g1 = global i32 0, !dbg !20, !own !22
@g2 = external global i32, !own !22

!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "a.c", directory: "/d")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 1, type: !13, isLocal: false, isDefinition: true, unit: !10)
!13 = !DISubroutineType(types: !{null})
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "g1", scope: !10, file: !11, line: 1, type: !23)
!22 = !{}
!23 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
