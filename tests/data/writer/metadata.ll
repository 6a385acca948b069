target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@watched = global i32 0, !dbg !30, !own !20

declare !own !21 void @declared()

define i32 @first(i32 %a) !dbg !5 !own !22 {
entry:
    #dbg_value(i32 %a, !8, !DIExpression(), !9)
  %x = add i32 %a, 1, !dbg !9
    #dbg_value(!DIArgList(i32 %a, i32 %x, i32 7), !10, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_LLVM_arg, 2, DW_OP_plus, DW_OP_stack_value), !11)
    #dbg_label(!12, !11)
  %y = load i32, ptr @watched, align 4, !dbg !11, !tbaa !23, !range !24
  %z = add i32 %y, 1, !dbg !11
  br label %next, !dbg !11, !llvm.loop !26
next:
  ret i32 %z, !dbg !13
}

define void @second() {
  %slot = alloca i32, align 4
  call void @llvm.assume(i1 true) [ "align"(ptr %slot, i64 4) ]
  store i32 0, ptr %slot, align 4, !tbaa !23, !second !28
  ret void
}

declare void @llvm.assume(i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!many = !{!20, !21, !22, !28, !29, !42}
!empty = !{}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !31)
!1 = !DIFile(filename: "a.c", directory: "/dir", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = distinct !DISubprogram(name: "first", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!6 = !DISubroutineType(types: !7)
!7 = !{!4, !4}
!8 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !4)
!9 = !DILocation(line: 2, column: 3, scope: !5)
!10 = !DILocalVariable(name: "x", scope: !15, file: !1, line: 2, type: !16, align: 32)
!11 = !DILocation(line: 300, column: 130, scope: !15, inlinedAt: !17)
!12 = !DILabel(scope: !15, name: "label", file: !1, line: 3)
!13 = !DILocation(line: 0, scope: !5, isImplicitCode: true)
!14 = !{!8, !10}
!15 = !DILexicalBlock(scope: !5, file: !1, line: 2, column: 1)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "word", file: !1, line: 1, baseType: !18)
!17 = distinct !DILocation(line: 5, column: 6, scope: !5)
!18 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !1, line: 4, size: 64, elements: !19, identifier: "pair")
!19 = !{!32, !33}
!20 = !{!"one", i32 1, ptr @watched}
!21 = distinct !{!21, !20}
!22 = !{!23, double 1.0}
!23 = !{!25, !25, i64 0}
!24 = !{i32 0, i32 10}
!25 = !{!"int", !29, i64 0}
!26 = distinct !{!26, !27}
!27 = !{!"llvm.loop.unroll.disable"}
!28 = !GenericDINode(tag: DW_TAG_array_type, header: "head\00er", operands: {!20, null})
!29 = !{!"größe"}
!30 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression(DW_OP_plus_uconst, 4))
!31 = !{!30}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "left", scope: !18, file: !1, line: 4, baseType: !4, size: 32)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "right", scope: !18, file: !1, line: 4, baseType: !35, size: 32, offset: 32)
!34 = distinct !DIGlobalVariable(name: "watched", scope: !0, file: !1, line: 9, type: !36, isLocal: false, isDefinition: true)
!35 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !1, line: 5, baseType: !4, size: 32, elements: !37)
!36 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !38)
!37 = !{!39, !40}
!38 = !{!41}
!39 = !DIEnumerator(name: "RED", value: 0, isUnsigned: true)
!40 = !DIEnumerator(name: "GREEN", value: -1)
!41 = !DISubrange(count: 2)
!42 = !{null, !20}
