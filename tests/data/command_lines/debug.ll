; Debug information with a call of a debug intrinsic.
source_filename = "d.c"

declare void @llvm.dbg.value(metadata, metadata, metadata)

define i32 @f(i32 %a) !dbg !5 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !8, metadata !DIExpression()), !dbg !9
  ret i32 %a, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, retainedTypes: !7)
!1 = !DIFile(filename: "d.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{!6, !6}
!5 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!6}
!8 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !6)
!9 = !DILocation(line: 1, scope: !5)
