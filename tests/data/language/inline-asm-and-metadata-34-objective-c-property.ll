; DIObjCProperty: every field, and one.
!properties = !{!3, !4}
!1 = !DIFile(filename: "a.m", directory: "/d")
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = !DIObjCProperty(name: "foo", file: !1, line: 7, setter: "setFoo", getter: "getFoo", attributes: 7, type: !2)
!4 = !DIObjCProperty(name: "bar")
