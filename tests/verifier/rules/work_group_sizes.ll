; versions: 23
; The size of a work group is three integers, whose product is the flat size that an attribute gives.

target triple = "amdgcn-amd-amdhsa"

define void @f() !reqd_work_group_size !0 {
  ret void
}
define void @g() !reqd_work_group_size !1 {
  ret void
}
define void @h() !reqd_work_group_size !2 {
  ret void
}
define void @i() !reqd_work_group_size !3 {
  ret void
}
define void @j() "amdgpu-flat-work-group-size"="1,x" !reqd_work_group_size !4 {
  ret void
}
define void @k() "amdgpu-flat-work-group-size"="1,24" !reqd_work_group_size !4 {
  ret void
}
define void @l() "amdgpu-flat-work-group-size"="24,24" !reqd_work_group_size !4 {
  ret void
}
define void @m() !reqd_work_group_size !4 {
  ret void
}
define void @n() "amdgpu-flat-work-group-size" !reqd_work_group_size !4 {
  ret void
}

!0 = !{i32 1, i32 2}
!1 = !{i32 1, i32 2, !"x"}
!2 = !{i128 36893488147419103232, i32 2, i32 3}
!3 = !{i64 4294967296, i64 4294967296, i64 2}
!4 = !{i32 2, i32 3, i32 4}
