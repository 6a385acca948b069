; DILocation: inlined, written in place, distinct, and with as few fields as may be.
define void @f() !dbg !12 {
  call void @g(), !dbg !0
  call void @g(), !dbg !DILocation(line: 3, scope: !12)
  call void @g(), !dbg !3
  ret void, !dbg !4
}

declare void @g()

!llvm.dbg.cu = !{!10}
!0 = !DILocation(line: 2900, column: 42, scope: !1, inlinedAt: !2)
!1 = distinct !DISubprogram(name: "g", scope: !11, file: !11, line: 9, type: !13, isLocal: false, isDefinition: true, unit: !10)
!2 = distinct !DILocation(line: 5, column: 6, scope: !12)
!3 = !DILocation(scope: !12)
!4 = !DILocation(line: 4, column: 65535, scope: !12, isImplicitCode: true)
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "a.c", directory: "/d")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 1, type: !13, isLocal: false, isDefinition: true, unit: !10)
!13 = !DISubroutineType(types: !{null})
