; 'range' Metadata: its type is the value's.
; error: Range types must match instruction type!
define i8 @f(i8* %x) {
  %a = load i8, i8* %x, align 1, !range !0
  ret i8 %a
}

!0 = !{ i16 0, i16 2 }
