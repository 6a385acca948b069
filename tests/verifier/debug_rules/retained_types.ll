; versions: 23
; From LLVM 23 on, a subprogram retains types and global variables too, and a unit's lists do not hold what is local.

define void @f() !dbg !5 {
  ret void
}

!llvm.dbg.cu = !{!0, !30}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !11)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !8)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !{!9, !10, !12, !13}
!9 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !14)
!10 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", scope: !5, file: !1, line: 1, size: 8, elements: !7)
!11 = !{!12}
!12 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!13 = !DILocalVariable(name: "b", arg: 1, scope: !5, file: !1, line: 1, type: !14)
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = distinct !DIGlobalVariable(name: "v", scope: !5, file: !1, line: 1, type: !14, isLocal: true, isDefinition: true)
!20 = distinct !DISubprogram(name: "g", scope: !1, file: !1, type: !6, spFlags: DISPFlagDefinition, unit: !30, retainedNodes: !21)
!21 = !{}
!30 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, imports: !31)
!31 = !{!32}
!32 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !20, entity: !14, file: !1, line: 1)
!40 = distinct !DISubprogram(name: "h", scope: !1, file: !1, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !41)
!41 = !{!1}
!named = !{!40}
