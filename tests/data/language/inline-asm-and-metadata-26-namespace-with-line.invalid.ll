; DINamespace: the block's file and line are fields of older LLVMs.
; 3:56: error: invalid field 'file'
!0 = !DINamespace(name: "myawesomeproject", scope: !1, file: !2, line: 7)
!1 = !DINamespace(name: "outer", scope: null)
!2 = !DIFile(filename: "a.c", directory: "/d")
