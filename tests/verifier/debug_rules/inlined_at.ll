; versions: 14 19 22
; Locations that are inlined at something else: LLVM looks at its operands as if it were one.
define void @file() !dbg !4 {
  ret void, !dbg !5
}
define void @text() !dbg !6 {
  ret void, !dbg !7
}
define void @block() !dbg !8 {
  ret void, !dbg !9
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "file", scope: !2, file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 1, scope: !4, inlinedAt: !2)
!6 = distinct !DISubprogram(name: "text", scope: !2, file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 1, scope: !6, inlinedAt: !10)
!8 = distinct !DISubprogram(name: "block", scope: !2, file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 1, scope: !8, inlinedAt: !11)
!10 = !{!"a", !4}
!11 = distinct !DILexicalBlock(scope: !2, file: !2)
