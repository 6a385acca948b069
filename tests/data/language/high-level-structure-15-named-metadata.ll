; Named Metadata: nodes without names that one with a name lists.
!0 = !{!"zero"}
!1 = !{!"one"}
!2 = !{!"two"}
!name = !{!0, !1, !2}
!empty = !{}
!with.dots-and_\2A = !{!2, !2}
