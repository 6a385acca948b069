; DIMacro: the block's name for the kind is not the field's.
; 3:15: error: invalid field 'macinfo'
!2 = !DIMacro(macinfo: DW_MACINFO_define, line: 7, name: "foo(x)", value: "((x) + 1)")
