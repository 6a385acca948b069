; DIGlobalVariable: every field, and as few as may be.
@foo = global i32 0, !dbg !10
@bar = global i32 0, !dbg !13
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!0 = distinct !DIGlobalVariable(name: "foo", linkageName: "foo", scope: !1, file: !2, line: 7, type: !3, isLocal: true, isDefinition: true, declaration: !4, align: 64, templateParams: !{!7})
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug, globals: !{!10, !13})
!2 = !DIFile(filename: "a.c", directory: "/d")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DIDerivedType(tag: DW_TAG_member, name: "foo", scope: !5, file: !2, line: 3, baseType: !3, flags: DIFlagStaticMember)
!5 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !2, line: 2, elements: !{!4})
!7 = !DITemplateTypeParameter(name: "T", type: !3)
!10 = !DIGlobalVariableExpression(var: !0, expr: !11)
!11 = !DIExpression(DW_OP_plus_uconst, 4)
!12 = !DIGlobalVariable(name: "bar", type: !3)
!13 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
