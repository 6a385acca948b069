; Metadata Nodes and Metadata Strings: nodes that are not uniqued, though equal, and one that is in itself.
!named = !{!0, !1, !2, !3, !4}
!0 = distinct !{!"test\00", i32 10}
!1 = distinct !{!"test\00", i32 10}
!2 = !{!"test\00", i32 10}
!3 = !{!"test\00", i32 10}
!4 = distinct !{!4}
