; 'llvm.loop.distribute.enable' Metadata: the hint in a loop's own node, off and on.
define void @f(i1 %again) {
entry:
  br label %loop0

loop0:
  br i1 %again, label %loop0, label %loop1, !llvm.loop !2

loop1:
  br i1 %again, label %loop1, label %exit, !llvm.loop !3

exit:
  ret void
}

!0 = !{!"llvm.loop.distribute.enable", i1 0}
!1 = !{!"llvm.loop.distribute.enable", i1 1}
!2 = distinct !{!2, !0}
!3 = distinct !{!3, !1}
