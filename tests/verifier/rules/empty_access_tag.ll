; versions: 17 18
define void @f() {
 br label %a, !tbaa !0
a:
 ret void
}
!0 = !{}
