; 'llvm.loop.unroll.count' Metadata: the hint in a loop's own node.
define void @f(i1 %again) {
entry:
  br label %loop0

loop0:
  br i1 %again, label %loop0, label %exit, !llvm.loop !1

exit:
  ret void
}

!0 = !{!"llvm.loop.unroll.count", i32 4}
!1 = distinct !{!1, !0}
