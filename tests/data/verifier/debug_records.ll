; versions 19 to 22
define i32 @f(i32 %n, ptr %p) !dbg !4 {
  %slot = alloca i32, align 4, !DIAssignID !12
    #dbg_declare(ptr %slot, !8, !DIExpression(), !10)
    #dbg_value(i32 %n, !9, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !10)
    #dbg_value(!DIArgList(i32 %n, i32 1), !9, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !10)
    #dbg_assign(i32 %n, !8, !DIExpression(), !12, ptr %slot, !DIExpression(), !10)
    #dbg_label(!11, !10)
  store i32 %n, ptr %slot, align 4, !dbg !10, !DIAssignID !12
  br label %next, !dbg !10
next:
  %r = phi i32 [ %n, %0 ], !dbg !10
    #dbg_value(i32 %r, !9, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !13)
  ret i32 %r, !dbg !10
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, retainedNodes: !7)
!5 = !DISubroutineType(types: !6)
!6 = !{!14, !14}
!7 = !{!8, !9}
!8 = !DILocalVariable(name: "slot", scope: !4, file: !1, line: 2, type: !14)
!9 = !DILocalVariable(name: "n", arg: 1, scope: !15, file: !1, line: 1, type: !14)
!10 = !DILocation(line: 2, column: 1, scope: !4)
!11 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!12 = distinct !DIAssignID()
!13 = !DILocation(line: 2, scope: !15)
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = distinct !DILexicalBlock(scope: !4, file: !1, line: 2)
