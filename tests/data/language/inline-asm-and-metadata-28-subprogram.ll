; DISubprogram: every field, a declaration, and as few fields as may be.
define void @_Z3foov() !dbg !0 {
  ret void
}

define void @_Z3barv() !dbg !20 {
  ret void
}

!llvm.dbg.cu = !{!5}
!llvm.module.flags = !{!90}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!0 = distinct !DISubprogram(name: "foo", linkageName: "_Zfoov", scope: !1, file: !2, line: 7, type: !3, isLocal: true, isDefinition: true, scopeLine: 8, containingType: !4, virtuality: DW_VIRTUALITY_pure_virtual, virtualIndex: 10, thisAdjustment: 4, flags: DIFlagPrototyped, isOptimized: true, unit: !5, templateParams: !6, declaration: !7, retainedNodes: !8, thrownTypes: !9)
!1 = !DINamespace(name: "n", scope: null)
!2 = !DIFile(filename: "a.cc", directory: "/d")
!3 = !DISubroutineType(types: !{null})
!4 = !DICompositeType(tag: DW_TAG_class_type, name: "C", file: !2, line: 1, identifier: "_ZTS1C")
!5 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: FullDebug)
!6 = !{!12}
!7 = !DISubprogram(name: "foo", linkageName: "_Zfoov", scope: !4, file: !2, line: 3, type: !3, isLocal: false, isDefinition: false, scopeLine: 3, flags: DIFlagPublic | DIFlagExplicit, isOptimized: false)
!8 = !{!13}
!9 = !{!11}
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DITemplateTypeParameter(name: "T", type: !11)
!13 = !DILocalVariable(name: "v", scope: !0, file: !2, line: 8, type: !11)
!20 = distinct !DISubprogram(unit: !5)
