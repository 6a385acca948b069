; versions: 19 22 23
define void @f(ptr %p) !dbg !995 {
  store i32 1, ptr %p, !DIAssignID !0
    #dbg_value(!0, !998, !DIExpression(), !999)
  ret void
}
!0 = distinct !DIAssignID()
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