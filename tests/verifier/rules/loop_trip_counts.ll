; versions: 22 23
define void @f() {
b:
  br label %b, !llvm.loop !0
}
define void @g() {
b:
  br label %b, !llvm.loop !2
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.estimated_trip_count"}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.estimated_trip_count", i64 4}