; versions: 23
; `!nofpclass` belongs to floating-point loads and holds one i32 with known bits.

define void @f(ptr %p, i32 %n, float %x) {
  %1 = load i32, ptr %p, align 4, !nofpclass !0
  %2 = load float, ptr %p, align 4, !nofpclass !1
  %3 = load float, ptr %p, align 4, !nofpclass !2
  %4 = load float, ptr %p, align 4, !nofpclass !3
  %5 = load float, ptr %p, align 4, !nofpclass !4
  %6 = load { float, i32 }, ptr %p, align 4, !nofpclass !0
  %7 = load [2 x float], ptr %p, align 4, !nofpclass !0
  store float %x, ptr %p, align 4, !nofpclass !0
  ret void
}

!0 = !{i32 1}
!1 = !{i32 1, i32 2}
!2 = !{i64 1}
!3 = !{i32 0}
!4 = !{i32 1024}
