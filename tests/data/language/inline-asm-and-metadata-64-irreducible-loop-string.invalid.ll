; 'irr_loop' Metadata: the block's string lacks its exclamation mark.
; 3:8: error: expected metadata operand
!0 = !{"loop_header_weight", i64 100}
