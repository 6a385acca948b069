; 'associated' Metadata: the block writes the comdat's name without parentheses.
$a = comdat any
@a = global i32 1, comdat $a
