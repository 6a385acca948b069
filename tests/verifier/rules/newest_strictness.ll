; versions: 19 22 23
declare void @llvm.experimental.noalias.scope.decl(metadata)

; An assume-like intrinsic that is called with another type is an invalid user no longer.
define void @assumes() {
  call void @llvm.experimental.noalias.scope.decl(i1 false)
  ret void
}

define void @section() "patchable-function-entry-section"="" {
  ret void
}

!llvm.errno.tbaa = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{!10, !10, i64 4}
!1 = !{}
!2 = !{!"int", !11}
!3 = !{!10, !1, i64 0}
!4 = !{!10, null, i64 0}
!5 = !{!10, !10, i64 0, i64 7}
!6 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"root"}
