; DIMacro: a definition, and the end of one.
!macros = !{!2, !3, !4}
!2 = !DIMacro(type: DW_MACINFO_define, line: 7, name: "foo(x)", value: "((x) + 1)")
!3 = !DIMacro(type: DW_MACINFO_undef, line: 30, name: "foo")
!4 = !DIMacro(type: DW_MACINFO_undef, name: "bar")
