; versions: 19 22 23
define void @f(ptr %p) !dbg !995 {
  store i32 1, ptr %p, !DIAssignID !0
  %x = load i32, ptr %p, !DIAssignID !0
    #dbg_value(ptr %p, !998, !DIExpression(), !999)
    #dbg_value(!998, !998, !DIExpression(), !999)
    #dbg_value(ptr %p, !997, !DIExpression(), !999)
    #dbg_value(ptr %p, !998, !997, !999)
    #dbg_assign(ptr %p, !998, !DIExpression(), !997, ptr %p, !DIExpression(), !999)
    #dbg_assign(ptr %p, !998, !DIExpression(), !0, !996, !DIExpression(), !999)
    #dbg_assign(ptr %p, !998, !DIExpression(), !0, ptr %p, !997, !999)
    #dbg_value(!0, !998, !DIExpression(), !999)
    #dbg_label(!997, !999)
    #dbg_declare(double 1.0, !998, !DIExpression(), !999)
    #dbg_value(ptr %p, !998, !DIExpression(), !2)
    #dbg_label(!3, !2)
    #dbg_value(ptr %p, !4, !DIExpression(), !999)
    #dbg_value(ptr %p, !5, !DIExpression(), !999)
    #dbg_value(ptr %p, !998, !DIExpression(DW_OP_LLVM_entry_value, 1), !999)
    #dbg_value(ptr %p, !998, !DIExpression(DW_OP_LLVM_fragment, 8, 32), !999)
  ret void
}

define void @g(ptr %p) !dbg !1 {
    #dbg_assign(ptr %p, !998, !DIExpression(), !0, ptr %p, !DIExpression(), !2)
  ret void
}
!0 = distinct !DIAssignID()
!1 = distinct !DISubprogram(name: "g", file: !991, unit: !994, spFlags: DISPFlagDefinition, type: !996)
!2 = !DILocation(line: 1, scope: !1)
!3 = !DILabel(name: "l", scope: !995, file: !991, line: 1)
!4 = !DILocalVariable(name: "a", scope: !995, type: !989, arg: 1)
!5 = !DILocalVariable(name: "b", scope: !995, type: !989, arg: 1)
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
