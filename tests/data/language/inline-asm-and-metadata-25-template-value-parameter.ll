; DITemplateValueParameter: the tags, and values that are numbers, strings, nodes, globals and none.
!parameters = !{!0, !2, !3, !4, !5}
@g = global i32 0
!0 = !DITemplateValueParameter(name: "Ty", type: !1, value: i32 7)
!1 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!2 = !DITemplateValueParameter(tag: DW_TAG_template_value_parameter, name: "Ty", type: !1, value: i32* @g)
!3 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "Ty", value: !"name")
!4 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "Ty", type: null, value: !{!0})
!5 = !DITemplateValueParameter(type: !1, value: null)
