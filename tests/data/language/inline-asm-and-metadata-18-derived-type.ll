; DIDerivedType: a pointer to a type, and one with every field.
!types = !{!1, !2}
!0 = !DIBasicType(name: "unsigned char", size: 8, align: 8, encoding: DW_ATE_unsigned_char)
!1 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !0, size: 32, align: 32)
!2 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !3, file: !4, line: 2, baseType: !0, size: 8, align: 8, offset: 16, flags: DIFlagBitField | DIFlagStaticMember | DIFlagPublic, extraData: i64 3)
!3 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !4, line: 1)
!4 = !DIFile(filename: "a.c", directory: "/d")
