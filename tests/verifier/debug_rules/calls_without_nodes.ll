; versions: 22
define void @f() !dbg !5 {
entry:
  call void @llvm.dbg.value(metadata i32 1, metadata !2), !dbg !9
  call void @llvm.dbg.declare(metadata ptr null, metadata !4), !dbg !9
  call void @llvm.dbg.value(metadata i32 1, metadata !4, metadata i32 5), !dbg !9
  call void @llvm.dbg.assign(metadata i32 1, metadata !4, metadata !DIExpression(), metadata !"s", metadata ptr null, metadata !2), !dbg !9
  call void @llvm.dbg.assign(metadata i32 1, metadata !4, metadata !DIExpression(), metadata !7, metadata ptr null, metadata i32 5), !dbg !9
  ret void
}

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !DIExpression(DW_OP_deref)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 1)
!5 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !0)
!7 = distinct !DIAssignID()
!8 = !DISubroutineType(types: !10)
!9 = !DILocation(line: 1, column: 1, scope: !5)
!10 = !{}
