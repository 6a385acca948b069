; DIExpression: the block's piece of bits is not among the operations that are verified.
; error: invalid expression
!expressions = !{!2}
!2 = !DIExpression(DW_OP_bit_piece, 3, 7)
