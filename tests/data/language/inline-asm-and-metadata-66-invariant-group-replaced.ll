; 'invariant.group' Metadata: two loads, the second as it is after the first was replaced.
define i8 @f(i8* %x, i8* %y) {
  %v = load i8, i8* %x, !invariant.group !0
  %w = load i8, i8* %y
  %sum = add i8 %v, %w
  ret i8 %sum
}

!0 = !{}
