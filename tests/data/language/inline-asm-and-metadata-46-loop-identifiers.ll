; 'llvm.loop': two nodes that are told apart by being in themselves.
define void @f(i1 %again) {
entry:
  br label %first

first:
  br i1 %again, label %first, label %second, !llvm.loop !0

second:
  br i1 %again, label %second, label %exit, !llvm.loop !1

exit:
  ret void
}

!0 = !{!0}
!1 = !{!1}
