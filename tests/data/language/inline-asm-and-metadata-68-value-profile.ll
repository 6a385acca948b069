; 'prof' Metadata of kind VP: what an indirect call reached, and the branch weights and entry count of the same section.
define void @f(void ()* %f, i1 %condition) !prof !0 {
  call void %f(), !prof !1
  br i1 %condition, label %likely, label %unlikely, !prof !2

likely:
  ret void

unlikely:
  unreachable
}

!0 = !{!"function_entry_count", i64 2000}
!1 = !{!"VP", i32 0, i64 1600, i64 7651369219802541373, i64 1030, i64 -4377547752858689819, i64 410}
!2 = !{!"branch_weights", i32 99, i32 1}
