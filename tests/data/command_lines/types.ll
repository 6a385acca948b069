; A type with an identifier, which a link of two such modules makes one.
source_filename = "types.c"

!types = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 1, size: 32, identifier: "S")
!1 = !DIFile(filename: "types.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
