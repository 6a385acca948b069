; DIExpression: the block numbers two of its nodes alike.
; 5:1: error: Metadata id is already used
!1 = !DIExpression(DW_OP_plus_uconst, 3)
!1 = !DIExpression(DW_OP_constu, 3, DW_OP_plus)
