; versions: 23
; Every type can have a scope, a file and a line in it, also a basic type.
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{}
!6 = !DIBasicType(name: "a", scope: !5, file: !5, encoding: DW_ATE_signed)
!7 = !DIBasicType(tag: DW_TAG_typedef, name: "a", scope: !1, file: !5, encoding: DW_ATE_signed)
!8 = !DIFixedPointType(name: "a", scope: !5, file: !5, kind: Binary, encoding: DW_ATE_signed)
!9 = !DISubrangeType(name: "a", scope: !5, file: !5, baseType: !1)
!10 = !DIStringType(tag: DW_TAG_typedef, name: "a")
!11 = !DISubroutineType(types: !1)
!12 = !DIDerivedType(tag: DW_TAG_typedef, scope: !1, file: !5, baseType: !1)
!13 = !DIDerivedType(tag: DW_TAG_array_type, scope: !5, file: !5, baseType: !1)
!14 = !DICompositeType(tag: DW_TAG_typedef, scope: !5, file: !5, baseType: !1)
!15 = !DICompositeType(tag: DW_TAG_structure_type, scope: !5, file: !5, baseType: !1)
!16 = !DIBasicType(name: "a", line: 4, encoding: DW_ATE_signed)
!17 = !DISubrangeType(name: "a", scope: !1, file: !5, baseType: !1)
!named = !{!6,!7,!8,!9,!10,!11,!12,!13,!14,!15,!16,!17}
