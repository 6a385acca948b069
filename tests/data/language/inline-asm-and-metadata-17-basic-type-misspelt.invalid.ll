; DISubroutineType: the block's types lack their prefix and a field's name.
; 3:6: error: expected metadata type
!0 = !BasicType(name: "int", size: 32, align: 32, DW_ATE_signed)
!1 = !DISubroutineType(types: !{null, !0})
