; 'fpmath' Metadata: on an instruction and on a call.
define float @f(float %a, float %b) {
  %quotient = fdiv float %a, %b, !fpmath !0
  %root = call fast float @llvm.sqrt.f32(float %quotient), !fpmath !0
  ret float %root
}

declare float @llvm.sqrt.f32(float)

!0 = !{ float 2.5 }
