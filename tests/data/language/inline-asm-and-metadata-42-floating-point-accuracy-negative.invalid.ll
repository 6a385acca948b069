; 'fpmath' Metadata: it must be more than nothing.
; error: fpmath accuracy not a positive number!
define float @f(float %a, float %b) {
  %quotient = fdiv float %a, %b, !fpmath !0
  ret float %quotient
}

!0 = !{ float -2.5 }
