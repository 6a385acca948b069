; versions: 21 22 23
define void @f(i32 %a, ptr %p) {
  %x1 = add i32 %a, 1, !noalias.addrspace !0
  %x2 = load i32, ptr %p, !noalias.addrspace !0
  %x3 = load i32, ptr %p, !noalias.addrspace !1
  %x4 = load i32, ptr %p, !noalias.addrspace !2
  %x5 = add i32 %a, 1, !nofree !0
  %x6 = getelementptr i8, ptr %p, i64 1, !nofree !0
  %x7 = inttoptr i32 %a to ptr, !nofree !1
  %x8 = add i32 %a, 1, !captures !0
  store i32 3, ptr %p, !captures !0
  store ptr %p, ptr %p, !captures !0
  store ptr %p, ptr %p, !captures !1
  store ptr %p, ptr %p, !captures !3
  %x9 = add i32 %a, 1, !alloc_token !0
  %x10 = call i32 @callee(), !alloc_token !0
  %x11 = call i32 @callee(), !alloc_token !1
  %x12 = call i32 @callee(), !alloc_token !4
  %x13 = add i32 %a, 1, !callee_type !0
  %x14 = call i32 @callee(), !callee_type !1
  %x15 = call i32 @callee(), !callee_type !5
  %x16 = call i32 @callee(), !callee_type !6
  %x17 = call i32 @callee(), !callee_type !7
  %x18 = add i32 %a, 1, !prof !8
  %x19 = call i32 @callee(), !prof !9
  %x20 = call i32 @callee(), !prof !10
  %x21 = call i32 @callee(), !prof !11
  %x22 = call i32 @callee(), !prof !12
  %x23 = add i32 %a, 1, !prof !13
  %x24 = call i32 @callee(), !prof !14
  %x25 = call i32 @callee(), !prof !15
  %x26 = call i32 @callee(), !prof !16
  %x27 = call i32 @callee(), !prof !17
  %x28 = call i32 @callee(), !memprof !18
  ret void
}
declare i32 @callee()
!0 = !{}
!1 = !{i64 1, i64 2}
!2 = !{i32 1, i64 2}
!3 = !{!"address", !"nonsense"}
!4 = !{!"token", !"text"}
!5 = !{!0}
!6 = !{!1}
!7 = !{!19}
!8 = !{!"unknown", !"pass"}
!9 = !{!"unknown"}
!10 = !{!"unknown", i32 3}
!11 = !{!"unknown", !""}
!12 = !{!"VP", i32 0}
!13 = !{!"VP", i32 0, i64 1, i64 2, i64 3}
!14 = !{!"VP", i32 3, i64 1, i64 2, i64 3}
!15 = !{!"VP", !"x", i64 1, i64 2, i64 3}
!16 = !{!"VP", i32 0, i64 1, i64 2, i64 3, i64 4}
!17 = !{!"nonsense", i32 3}
!18 = !{!20, !21, !22}
!19 = !{i64 0, !"type"}
!20 = !{!23, i32 3}
!21 = !{!23, !"cold", !23, i32 3}
!22 = !{!23, !"cold", !24}
!23 = !{i64 1}
!24 = !{i64 1, !"x"}
