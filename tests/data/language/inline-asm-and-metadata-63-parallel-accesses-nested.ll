; 'llvm.loop.parallel_accesses' Metadata: a loop in another, each with a group of its own.
define void @f(i32* %arrayidx1, i32* %arrayidx2, i32* %arrayidx3, i32* %arrayidx4, i1 %exitcond) {
entry:
  br label %outer.for.body

outer.for.body:
  %val1 = load i32, i32* %arrayidx3, !llvm.access.group !4
  br label %inner.for.body

inner.for.body:
  %val0 = load i32, i32* %arrayidx1, !llvm.access.group !3
  store i32 %val0, i32* %arrayidx2, !llvm.access.group !3
  br i1 %exitcond, label %inner.for.end, label %inner.for.body, !llvm.loop !1

inner.for.end:
  store i32 %val1, i32* %arrayidx4, !llvm.access.group !4
  br i1 %exitcond, label %outer.for.end, label %outer.for.body, !llvm.loop !2

outer.for.end:
  ret void
}

!1 = distinct !{!1, !{!"llvm.loop.parallel_accesses", !3}}
!2 = distinct !{!2, !{!"llvm.loop.parallel_accesses", !3, !4}}
!3 = distinct !{}
!4 = distinct !{}
