; DICompileUnit: the block's number in hexadecimal is a floating-point literal.
; 3:70: error: expected unsigned integer
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, dwoId: 0x0abcd)
!1 = !DIFile(filename: "a.c", directory: "/d")
