; 'associated' Metadata: the block writes the comdat's name without parentheses.
; 5:1: error: expected '=' here
$a = comdat any
@a = global i32 1, comdat $a
