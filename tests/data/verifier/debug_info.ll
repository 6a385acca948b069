; versions 15 to 22
source_filename = "a.c"
target datalayout = "e-p:64:64-i64:64"

@global = global i32 4, align 4, !dbg !5

define i32 @outer(i32 %n, ptr %p) !dbg !11 {
entry:
  %slot = alloca i32, align 4
  call void @llvm.dbg.declare(metadata ptr %slot, metadata !15, metadata !DIExpression()), !dbg !17
  call void @llvm.dbg.value(metadata i32 %n, metadata !16, metadata !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value)), !dbg !17
  call void @llvm.dbg.value(metadata !DIArgList(i32 %n, i32 2), metadata !15, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !17
  call void @llvm.dbg.label(metadata !26), !dbg !17
  %r = call i32 @inner(i32 %n), !dbg !18
  br label %next, !dbg !19

next:
  %s = add i32 %r, 1, !dbg !20
  ret i32 %s, !dbg !17
}

define internal i32 @inner(i32 %a) !dbg !22 {
  ret i32 %a, !dbg !25
}

declare !dbg !27 void @declared()
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8, !9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "p", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, retainedTypes: !30, globals: !4, imports: !31)
!1 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!2 = !{!3}
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", file: !1, line: 3, baseType: !7, size: 32, elements: !32, identifier: "_ZTS1e")
!4 = !{!5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "global", scope: !0, file: !1, line: 1, type: !7, isLocal: false, isDefinition: true)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 7, !"Dwarf Version", i32 4}
!11 = distinct !DISubprogram(name: "outer", linkageName: "outer", scope: !1, file: !1, line: 5, type: !12, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!12 = !DISubroutineType(types: !13)
!13 = !{!7, !7, !33}
!14 = !{!15, !16}
!15 = !DILocalVariable(name: "slot", scope: !11, file: !1, line: 6, type: !7)
!16 = !DILocalVariable(name: "n", arg: 1, scope: !11, file: !1, line: 5, type: !7)
!17 = !DILocation(line: 6, column: 7, scope: !11)
!18 = !DILocation(line: 7, column: 3, scope: !21)
!19 = !DILocation(line: 8, scope: !23, inlinedAt: !24)
!20 = distinct !DILocation(line: 9, column: 1, scope: !22, inlinedAt: !18)
!21 = distinct !DILexicalBlock(scope: !11, file: !1, line: 7, column: 2)
!22 = distinct !DISubprogram(name: "inner", scope: !1, file: !1, line: 1, type: !12, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, templateParams: !34)
!23 = !DILexicalBlockFile(scope: !22, discriminator: 2)
!24 = distinct !DILocation(line: 1, scope: !11)
!25 = !DILocation(line: 1, column: 22, scope: !22)
!26 = !DILabel(scope: !11, name: "l", file: !1, line: 9)
!27 = !DISubprogram(name: "declared", scope: !36, file: !1, line: 40, type: !12, spFlags: DISPFlagOptimized)
!30 = !{!36, !37, !40}
!31 = !{!41}
!32 = !{!42, !43}
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64)
!34 = !{!44, !45}
!36 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", scope: !38, file: !1, line: 2, size: 64, elements: !46, vtableHolder: !36)
!37 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 128, elements: !47)
!38 = !DINamespace(name: "n", scope: null)
!40 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", file: !1, line: 1, baseType: !36)
!41 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "i", scope: !0, entity: !36, file: !1, line: 8)
!42 = !DIEnumerator(name: "A", value: 0)
!43 = !DIEnumerator(name: "B", value: -1)
!44 = !DITemplateTypeParameter(name: "T", type: !7)
!45 = !DITemplateValueParameter(name: "V", type: !7, value: i32 3)
!46 = !{!48, !49}
!47 = !{!50}
!48 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !36, file: !1, line: 3, baseType: !7, size: 32, offset: 32)
!49 = !DISubprogram(name: "f", scope: !36, file: !1, line: 4, type: !12, virtualIndex: 1, spFlags: DISPFlagPureVirtual)
!50 = !DISubrange(count: 4, lowerBound: 1)
