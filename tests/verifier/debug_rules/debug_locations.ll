; versions: 14 16 19 22 23
define void @callee() !dbg !3 {
  ret void
}

define void @call_without_location() !dbg !4 {
  call void @callee()
  ret void
}

define void @subprogram_that_is_not_distinct() !dbg !5 {
  ret void
}

define void @unlisted_unit() !dbg !6 {
  ret void
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "callee", scope: !2, file: !2, line: 1, type: !7, spFlags: DISPFlagDefinition, unit: !1)
!4 = distinct !DISubprogram(name: "caller", scope: !2, file: !2, line: 2, type: !7, spFlags: DISPFlagDefinition, unit: !1)
!5 = !DISubprogram(name: "declared", scope: !2, file: !2, line: 3, type: !7, spFlags: 0)
!6 = distinct !DISubprogram(name: "other", scope: !2, file: !2, line: 4, type: !7, spFlags: DISPFlagDefinition, unit: !9)
!7 = !DISubroutineType(types: !8)
!8 = !{}
!9 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
