; versions: 22 23
@to_itself = global i32 3, !implicit.ref !0
@two = global i32 3, !implicit.ref !1
@nothing = global i32 3, !implicit.ref !2
@number = global i32 3, !implicit.ref !3
@declared = external global i32, !implicit.ref !4
@fine = global i32 3, !implicit.ref !4
@scalable = global { i32, <vscale x 4 x i32> } zeroinitializer
@described = ifunc void (), ptr @resolver, !associated !2
@profiled = ifunc void (), ptr @resolver, !prof !2
define ptr @resolver() {
  ret ptr null
}
!0 = !{ptr @to_itself}
!1 = !{ptr @two, ptr @two}
!2 = !{null}
!3 = !{i32 3}
!4 = !{ptr @two}
