; versions: 19
declare ptr @h()
define void @f() {
 %x = call ptr @h(), !memprof !0, !callsite !9
  ret void
}
!9 = !{i64 1}
!0 = !{!1}
!1 = !{!2, !3, !"x"}
!2 = !{i64 1}
!3 = !{}