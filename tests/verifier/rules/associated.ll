; versions: 19 22 23
@a = global i32 1, !associated !0
@b = global i32 1, !associated !1
@c = ifunc i32 (), ptr @res
define ptr @res() { ret ptr null }
@d = global i32 1, !associated !2
@e = global i32 1, !associated !3
!0 = !{null}
!1 = !{ptr inttoptr (i64 1 to ptr)}
!2 = !{ptr null}
!3 = !{ptr @c}