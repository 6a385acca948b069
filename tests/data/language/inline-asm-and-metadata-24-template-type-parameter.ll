; DITemplateTypeParameter: with a name and without.
!parameters = !{!0, !2, !3}
!0 = !DITemplateTypeParameter(name: "Ty", type: !1)
!1 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!2 = !DITemplateTypeParameter(type: !1)
!3 = !DITemplateTypeParameter(name: "Ty", type: null)
