; Semantics of tbaa: no field of the type begins where the tag says.
; error: Could not find TBAA parent in struct type node
define i32 @f(i32* %memory) {
  %value = load i32, i32* %memory, !tbaa !4
  ret i32 %value
}

!0 = !{!"TBAA Root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"S", !2, i64 4}
!4 = !{!3, !2, i64 2}
