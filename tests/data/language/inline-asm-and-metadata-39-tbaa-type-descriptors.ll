; Semantics of tbaa: the graph of type descriptors, and a tag of constant memory.
define double @f(double* %memory) {
  %value = load double, double* %memory, !tbaa !7
  ret double %value
}

!types = !{!6}
!0 = !{!"TBAA Root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"float", !1, i64 0}
!3 = !{!"double", !1, i64 0}
!4 = !{!"int", !1, i64 0}
!5 = !{!"Inner", !4, i64 0, !2, i64 4}
!6 = !{!"Outer", !2, i64 0, !3, i64 4, !5, i64 12}
!7 = !{!6, !3, i64 4, i64 1}
