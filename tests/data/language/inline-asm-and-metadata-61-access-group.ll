; 'llvm.access.group' Metadata: a load in two groups, a store and a call in one.
define i32 @f(i32* %arrayidx) {
  %val = load i32, i32* %arrayidx, !llvm.access.group !0
  store i32 0, i32* %arrayidx, !llvm.access.group !1
  call void @g(), !llvm.access.group !2
  ret i32 %val
}

declare void @g()

!0 = !{!1, !2}
!1 = distinct !{}
!2 = distinct !{}
