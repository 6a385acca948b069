; Metadata Nodes and Metadata Strings: an instruction with one attachment, and with several.
define i64 @f(i64 %indvar) !dbg !12 {
  %indvar.next = add i64 %indvar, 1, !dbg !21
  %again = add i64 %indvar.next, 1, !own !{}, !dbg !21, !other !22
  ret i64 %again, !dbg !21
}

!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "a.c", directory: "/d")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 1, type: !13, isLocal: false, isDefinition: true, unit: !10)
!13 = !DISubroutineType(types: !{null})
!21 = !DILocation(line: 1, column: 2, scope: !12)
!22 = !{!"other"}
