; DIFile: with each kind of checksum, with source text and with neither.
!files = !{!0, !1, !2, !3}
!0 = !DIFile(filename: "path/to/file", directory: "/path/to/dir", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!1 = !DIFile(filename: "path/to/file", directory: "/path/to/dir")
!2 = !DIFile(directory: "", filename: "b.c", checksumkind: CSK_SHA1, checksum: "000102030405060708090a0b0c0d0e0f10111213")
!3 = !DIFile(filename: "c.c", directory: "/d", source: "int x;\0A")
