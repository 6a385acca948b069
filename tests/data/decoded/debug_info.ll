; Debug information: nodes, locations, records, attachments. versions: 14 22
source_filename = "debug.c"

@g = global i32 0, !dbg !0

define i32 @f(i32 %a) !dbg !9 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !13, metadata !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value)), !dbg !14
  %b = mul i32 %a, 3, !dbg !15
  %c = load i32, ptr @g, !dbg !15, !tbaa !16
  %d = add i32 %b, %c, !dbg !15
  ret i32 %d, !dbg !14
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!7, !8}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "g", scope: !2, file: !3, line: 1, type: !6, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "by hand", isOptimized: true, emissionKind: FullDebug, globals: !5)
!3 = !DIFile(filename: "debug.c", directory: "/src", checksumkind: CSK_MD5, checksum: "0123456789abcdef0123456789abcdef")
!4 = !{!6, !6}
!5 = !{!0}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 7, !"Dwarf Version", i32 5}
!9 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 3, type: !10, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !12)
!10 = !DISubroutineType(types: !4)
!12 = !{!13}
!13 = !DILocalVariable(name: "a", arg: 1, scope: !9, file: !3, line: 3, type: !6)
!14 = !DILocation(line: 3, column: 11, scope: !9)
!15 = !DILocation(line: 5, column: 2, scope: !9)
!16 = !{!17, !17, i64 0}
!17 = !{!"int", !18, i64 0}
!18 = !{!"tree"}
