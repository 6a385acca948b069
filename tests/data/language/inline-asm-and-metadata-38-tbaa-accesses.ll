; Semantics of tbaa: the four stores of the program in C, as instructions with access tags.
%struct.Inner = type { i32, float }
%struct.Outer = type { float, double, %struct.Inner }

define void @f(%struct.Outer* %outer, %struct.Inner* %inner, float* %f, i32* %i, i8* %c) {
  %outer.f = getelementptr inbounds %struct.Outer, %struct.Outer* %outer, i32 0, i32 0
  store float 0.0, float* %outer.f, align 4, !tbaa !0
  %inner_a.i = getelementptr inbounds %struct.Outer, %struct.Outer* %outer, i32 0, i32 2, i32 0
  store i32 0, i32* %inner_a.i, align 4, !tbaa !1
  %inner_a.f = getelementptr inbounds %struct.Outer, %struct.Outer* %outer, i32 0, i32 2, i32 1
  store float 0.0, float* %inner_a.f, align 4, !tbaa !2
  store float 0.0, float* %f, align 4, !tbaa !3
  ret void
}

!0 = !{!4, !5, i64 0}
!1 = !{!4, !6, i64 12}
!2 = !{!4, !5, i64 16}
!3 = !{!5, !5, i64 0}
!4 = !{!"Outer", !5, i64 0, !7, i64 4, !8, i64 12}
!5 = !{!"float", !9, i64 0}
!6 = !{!"int", !9, i64 0}
!7 = !{!"double", !9, i64 0}
!8 = !{!"Inner", !6, i64 0, !5, i64 4}
!9 = !{!"char", !10, i64 0}
!10 = !{!"TBAA Root"}
