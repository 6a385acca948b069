; --bb=f:body;more --bb=f:end --bb=plain:next
; Variables in lexical blocks, inlined locations, labels, records of inputs, and a loop; a function without debug information.
define i32 @f(i32 %n, ptr %p) !dbg !5 {
entry:
  %kept = alloca i32, align 4
    #dbg_declare(ptr %kept, !12, !DIExpression(), !13)
    #dbg_value(i32 %n, !11, !DIExpression(), !13)
  %x = add i32 %n, 1, !dbg !13
    #dbg_value(i32 %x, !14, !DIExpression(), !16)
  br label %body, !dbg !13

body:
    #dbg_value(i32 %x, !14, !DIExpression(), !16)
    #dbg_label(!17, !16)
  %y = mul i32 %x, %n, !dbg !16
    #dbg_value(i32 %y, !20, !DIExpression(), !21)
    #dbg_value(!DIArgList(i32 %y, i32 %n), !14, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !16)
  store i32 %y, ptr %kept, align 4, !dbg !21
  %c = icmp sgt i32 %y, 9, !dbg !16
  br i1 %c, label %more, label %end, !dbg !16

more:
    #dbg_value(i32 7, !11, !DIExpression(), !13)
  store i32 %y, ptr %p, align 4, !dbg !16
  br i1 %c, label %more, label %end, !dbg !16, !llvm.loop !22

end:
    #dbg_value(i32 %y, !14, !DIExpression(), !16)
  %z = add i32 %y, %x, !dbg !13
  ret i32 %z, !dbg !13
}

define void @plain(i32 %n) {
entry:
  br label %next

next:
  %m = add i32 %n, 2, !dbg !21
  call void @plain(i32 %m), !dbg !21
  br label %last

last:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{!6}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILocalVariable(name: "n", arg: 1, scope: !5, file: !1, line: 1, type: !6)
!12 = !DILocalVariable(name: "kept", scope: !5, file: !1, line: 2, type: !6)
!13 = !DILocation(line: 2, column: 3, scope: !5)
!14 = !DILocalVariable(name: "x", scope: !15, file: !1, line: 3, type: !6)
!15 = distinct !DILexicalBlock(scope: !5, file: !1, line: 3, column: 1)
!16 = !DILocation(line: 4, column: 5, scope: !15)
!17 = !DILabel(scope: !15, name: "here", file: !1, line: 4)
!18 = distinct !DISubprogram(name: "inlined", scope: !1, file: !1, line: 20, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!19 = distinct !DILocation(line: 5, column: 7, scope: !15)
!20 = !DILocalVariable(name: "inner", scope: !18, file: !1, line: 21, type: !6)
!21 = !DILocation(line: 22, column: 9, scope: !18, inlinedAt: !19)
!22 = distinct !{!22, !16, !13, !23}
!23 = !{!"llvm.loop.mustprogress"}
