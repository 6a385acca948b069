; versions: 14
define void @f() !dbg !5 {
  ret void
}
define void @g() !dbg !7 {
  ret void
}
!llvm.module.flags = !{!990}
!llvm.dbg.cu = !{!4}
!990 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIFile(filename: "a", directory: "b")
!2 = !DIFile(filename: "a", directory: "b", source: "x")
!4 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!5 = distinct !DISubprogram(name: "f", file: !1, unit: !4, spFlags: DISPFlagDefinition, type: !6)
!7 = distinct !DISubprogram(name: "g", file: !2, unit: !4, spFlags: DISPFlagDefinition, type: !6)
!6 = !DISubroutineType(types: !9)
!9 = !{}