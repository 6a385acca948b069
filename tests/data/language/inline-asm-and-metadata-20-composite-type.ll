; DICompositeType: an enumeration with its values, and one type with every field.
!types = !{!3, !4, !8}
!0 = !DIEnumerator(name: "SixKind", value: 7)
!1 = !DIEnumerator(name: "SevenKind", value: 7)
!2 = !DIEnumerator(name: "NegEightKind", value: -8)
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Enum", file: !12, line: 2, size: 32, align: 32, identifier: "_M4Enum", elements: !{!0, !1, !2})
!4 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "C", scope: !12, file: !12, line: 3, baseType: null, size: 64, align: 64, offset: 8, flags: DIFlagTypePassByReference, elements: !{}, runtimeLang: DW_LANG_C_plus_plus, vtableHolder: !4, templateParams: !{!5}, identifier: "_M1C")
!5 = !DITemplateTypeParameter(name: "T", type: !7)
!6 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !4, baseType: !7, size: 8, flags: DIFlagArtificial)
!7 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!8 = !DICompositeType(tag: DW_TAG_variant_part, scope: !4, discriminator: !6, elements: !{})
!12 = !DIFile(filename: "a.c", directory: "/d")
