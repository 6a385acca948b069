; 'fpmath' Metadata: it must be more than nothing.
define float @f(float %a, float %b) {
  %quotient = fdiv float %a, %b, !fpmath !0
  ret float %quotient
}

!0 = !{ float -2.5 }
