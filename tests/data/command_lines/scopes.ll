; One declaration of a scope dominates another.
declare void @llvm.experimental.noalias.scope.decl(metadata)

define void @f() {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
