; versions 15 to 22
define void @f(ptr %p) !dbg !4 {
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0, !20}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !1, emissionKind: FullDebug, macros: !10, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "m.f", directory: "d", source: "x")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !5, file: !1, line: 1, type: !7, unit: !0, declaration: !8, thrownTypes: !15)
!5 = !DIModule(scope: null, name: "mod", configMacros: "-D", includePath: ".", file: !1, line: 2)
!7 = !DISubroutineType(cc: DW_CC_normal, types: !{null})
!8 = !DISubprogram(name: "f", scope: !5, file: !1, line: 1, type: !7, spFlags: 0)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11, !12}
!11 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "A", value: "1")
!12 = !DIMacroFile(type: DW_MACINFO_start_file, line: 2, file: !1, nodes: !13)
!13 = !{!14}
!14 = !DIMacro(type: DW_MACINFO_undef, line: 3, name: "A")
!15 = !{!16}
!16 = !DIStringType(name: "character(*)", stringLength: !17, size: 32)
!17 = distinct !DILocalVariable(name: "len", scope: !4, type: !18)
!18 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "u")
!20 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly, imports: !21, globals: !25)
!21 = !{!22}
!22 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !20, entity: !5, line: 1, elements: !23)
!23 = !{}
!24 = !DICommonBlock(scope: !4, declaration: null, name: "c", file: !1, line: 3)
!25 = !{!26}
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression(DW_OP_constu, 7, DW_OP_stack_value))
!27 = distinct !DIGlobalVariable(name: "g", scope: !24, file: !1, line: 1, type: !28, align: 64, declaration: !30, annotations: !31)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, elements: !29, dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref), rank: !DIExpression(DW_OP_constu, 1))
!29 = !{!DIGenericSubrange(lowerBound: !DIExpression(DW_OP_constu, 1), upperBound: !17, stride: !DIExpression(DW_OP_constu, 4))}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "g", baseType: !18, flags: DIFlagStaticMember, extraData: i32 4)
!31 = !{!32}
!32 = !{!"btf", !"x"}
!named = !{!24}
