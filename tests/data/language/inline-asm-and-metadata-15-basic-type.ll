; DIBasicType: a type with an encoding, one without, and one with every field.
!types = !{!0, !1, !2}
!0 = !DIBasicType(name: "unsigned char", size: 8, align: 8, encoding: DW_ATE_unsigned_char)
!1 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!2 = !DIBasicType(tag: DW_TAG_base_type, name: "long", size: 64, align: 32, encoding: DW_ATE_signed, flags: DIFlagBigEndian)
