; 'invariant.group' Metadata: the block gives one name to two loads.
; 5:3: error: multiple definition of local value named 'v'
define i8 @f(i8* %x, i8* %y) {
  %v = load i8, i8* %x
  %v = load i8, i8* %y
  ret i8 %v
}
