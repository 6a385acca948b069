; DIMacroFile: the block's name for the kind is not the field's.
; 3:19: error: invalid field 'macinfo'
!2 = !DIMacroFile(macinfo: DW_MACINFO_start_file, line: 7, file: !1, nodes: !3)
!1 = !DIFile(filename: "a.c", directory: "/d")
!3 = !{}
