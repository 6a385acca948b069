; DICompositeType: the tags by name, and three more that LLVM 8 takes.
!types = !{!1, !2, !3, !4, !5, !7, !8}
!0 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!1 = !DICompositeType(tag: DW_TAG_array_type, baseType: !0, size: 128, elements: !{!6}, flags: DIFlagVector)
!2 = !DICompositeType(tag: DW_TAG_class_type, name: "C", file: !9)
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", baseType: !0, flags: DIFlagEnumClass)
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !9, elements: !{})
!5 = !DICompositeType(tag: DW_TAG_union_type, name: "U", file: !9)
!6 = !DISubrange(count: 4)
!7 = !DICompositeType(tag: 19, name: "by number", file: !9)
!8 = !DICompositeType(tag: DW_TAG_variant_part, scope: !4, elements: !{})
!9 = !DIFile(filename: "a.c", directory: "/d")
