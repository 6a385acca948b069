; 'noalias' and 'alias.scope' Metadata: two domains, their scopes, lists of these, and accesses that have them.
define void @f(float* %c, float* %arrayidx.i, float* %arrayidx.i2) {
  %1 = load float, float* %c, align 4, !alias.scope !5
  store float %1, float* %arrayidx.i, align 4, !noalias !5
  %2 = load float, float* %c, align 4, !alias.scope !5
  store float %2, float* %arrayidx.i2, align 4, !noalias !6
  %3 = load float, float* %c, align 4, !alias.scope !6
  store float %1, float* %arrayidx.i, align 4, !noalias !7
  ret void
}

!0 = !{!0}
!1 = !{!1}
!2 = !{!2, !0}
!3 = !{!3, !0}
!4 = !{!4, !1}
!5 = !{!4}
!6 = !{!4, !3, !2}
!7 = !{!3}
