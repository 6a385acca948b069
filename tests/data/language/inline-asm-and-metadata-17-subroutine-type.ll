; DISubroutineType: the types of a result and of arguments, no types, and the other fields.
!types = !{!2, !3, !4}
!0 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!1 = !DIBasicType(name: "char", size: 8, align: 8, encoding: DW_ATE_signed_char)
!2 = !DISubroutineType(types: !{null, !0, !1})
!3 = !DISubroutineType(types: null)
!4 = !DISubroutineType(flags: DIFlagLValueReference | DIFlagPrototyped, cc: DW_CC_BORLAND_fastcall, types: !{!0, null})
