; 'llvm.loop': on the branch back, with a hint.
define void @f(i1 %exitcond) {
  br label %.lr.ph

.lr.ph:
  br i1 %exitcond, label %._crit_edge, label %.lr.ph, !llvm.loop !0

._crit_edge:
  ret void
}

!0 = !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}
