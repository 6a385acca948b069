; 'irr_loop' Metadata: the weight of a header of a loop with two.
define void @f(i1 %cmp) {
entry:
  br i1 %cmp, label %header0, label %header1

header0:
  br i1 %cmp, label %header1, label %exit, !irr_loop !0

header1:
  br i1 %cmp, label %header0, label %exit, !irr_loop !0

exit:
  ret void
}

!0 = !{!"loop_header_weight", i64 100}
