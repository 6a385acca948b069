; DIExpression: operations with and without operands.
!expressions = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !DIExpression(DW_OP_deref)
!1 = !DIExpression(DW_OP_plus_uconst, 3)
!2 = !DIExpression(DW_OP_constu, 3, DW_OP_plus)
!3 = !DIExpression(DW_OP_deref, DW_OP_constu, 3, DW_OP_plus, DW_OP_LLVM_fragment, 3, 7)
!4 = !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef)
!5 = !DIExpression(DW_OP_constu, 42, DW_OP_stack_value)
!6 = !DIExpression()
!7 = !DIExpression(DW_OP_constu, 18446744073709551615, DW_OP_minus)
