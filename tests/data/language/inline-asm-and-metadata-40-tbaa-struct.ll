; 'tbaa.struct' Metadata: the fields that a copy of memory copies.
define void @f(i8* %to, i8* %from) {
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %to, i8* align 4 %from, i64 12, i1 false), !tbaa.struct !4
  ret void
}

declare void @llvm.memcpy.p0i8.p0i8.i64(i8* nocapture writeonly, i8* nocapture readonly, i64, i1)

!0 = !{!"root"}
!1 = !{!5, !5, i64 0}
!2 = !{!6, !6, i64 0}
!4 = !{ i64 0, i64 4, !1, i64 8, i64 4, !2 }
!5 = !{!"int", !0}
!6 = !{!"float", !0}
