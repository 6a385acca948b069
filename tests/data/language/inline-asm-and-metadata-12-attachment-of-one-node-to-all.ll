; Metadata Nodes and Metadata Strings: the same node on a declaration, a definition and two variables.
declare !dbg !12 void @f1()
define void @f2() !dbg !12 {
  ret void
}

@g1 = global i32 0, !dbg !12
@g2 = external global i32, !dbg !12

!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "a.c", directory: "/d")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 1, type: !13, isLocal: false, isDefinition: true, unit: !10)
!13 = !DISubroutineType(types: !{null})
