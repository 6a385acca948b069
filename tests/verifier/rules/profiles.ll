; versions: 14 16 19 22 23
define void @f(i32 %a, i1 %c) !prof !0 {
  %x1 = select i1 %c, i32 1, i32 2, !prof !1
  %x2 = add i32 %a, 1, !prof !2
  %x3 = call i32 @callee(), !prof !3
  %x4 = call i32 @callee(), !prof !4
  %x5 = call i32 @callee(), !prof !5
  %x6 = select i1 %c, i32 1, i32 2, !prof !6
  %x7 = select i1 %c, i32 1, i32 2, !prof !7
  switch i32 %a, label %one [ i32 1, label %two ], !prof !2
one:
  br i1 %c, label %two, label %three, !prof !1
two:
  br label %three, !prof !8
three:
  unreachable, !prof !1
}
define void @g() !prof !4 {
  ret void
}
define void @h() !prof !2 {
  ret void
}
define void @i() !prof !9 {
  ret void
}
define void @j() !prof !10 !prof !10 {
  ret void
}
declare !prof !10 void @declared()
declare i32 @callee()
!0 = !{!"function_entry_count", !"x"}
!1 = !{!"branch_weights", i32 1}
!2 = !{!"branch_weights", i32 1, i32 2}
!3 = !{!"branch_weights"}
!4 = !{null, i32 3}
!5 = !{i32 3, i32 3}
!6 = !{!"branch_weights", i32 1, null}
!7 = !{!"branch_weights", !"expected", i32 1, i32 2}
!8 = !{!"branch_weights", i32 1, !"x"}
!9 = !{!"function_entry_count", null}
!10 = !{!"function_entry_count", i64 3}
