; DICompileUnit: it must be distinct, and the block's is not.
; 3:6: error: missing 'distinct', required for !DICompileUnit
!0 = !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "clang")
!1 = !DIFile(filename: "a.c", directory: "/d")
