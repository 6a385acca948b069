; versions: 16 19 22 23
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)

define void @f(ptr %p) !dbg !995 {
  store i32 1, ptr %p, !DIAssignID !0
  store i32 1, ptr %p, !DIAssignID !3
  call void @llvm.dbg.value(metadata !3, metadata !998, metadata !DIExpression()), !dbg !999
  ret void
}

define void @g(ptr %p) !dbg !1 {
  call void @llvm.dbg.assign(metadata ptr %p, metadata !998, metadata !DIExpression(), metadata !0, metadata ptr %p, metadata !DIExpression()), !dbg !2
  call void @llvm.dbg.assign(metadata ptr %p, metadata !998, metadata !DIExpression(), metadata !997, metadata ptr %p, metadata !DIExpression()), !dbg !2
  call void @llvm.dbg.assign(metadata ptr %p, metadata !998, metadata !DIExpression(), metadata !0, metadata !996, metadata !DIExpression()), !dbg !2
  call void @llvm.dbg.assign(metadata ptr %p, metadata !998, metadata !DIExpression(), metadata !0, metadata ptr %p, metadata !997), !dbg !2
  ret void
}
!0 = distinct !DIAssignID()
!1 = distinct !DISubprogram(name: "g", file: !991, unit: !994, spFlags: DISPFlagDefinition, type: !996)
!2 = !DILocation(line: 1, scope: !1)
!3 = distinct !DIAssignID()
!llvm.module.flags = !{!990}
!llvm.dbg.cu = !{!994}
!990 = !{i32 2, !"Debug Info Version", i32 3}
!991 = !DIFile(filename: "a", directory: "b")
!994 = distinct !DICompileUnit(language: DW_LANG_C, file: !991, emissionKind: FullDebug)
!995 = distinct !DISubprogram(name: "f", file: !991, unit: !994, spFlags: DISPFlagDefinition, type: !996)
!996 = !DISubroutineType(types: !997)
!997 = !{}
!998 = !DILocalVariable(name: "x", scope: !995, type: !989)
!989 = !DIBasicType(name: "i", size: 32)
!999 = !DILocation(line: 1, scope: !995)
