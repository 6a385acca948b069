; versions: 16 19 22 23
define void @f(i32 %a, i1 %c, float %f, ptr %p) {
  %x1 = add i32 %a, 1, !fpmath !1
  %x2 = fadd float %f, 1.0, !fpmath !0
  %x3 = fadd float %f, 1.0, !fpmath !2
  %x4 = fadd float %f, 1.0, !fpmath !3
  %x5 = add i32 %a, 1, !range !4
  %x6 = call i32 @callee(), !range !0
  %x7 = call i32 @callee(), !range !5
  %x8 = call i32 @callee(), !range !6
  %x9 = call i32 @callee(), !range !7
  %x10 = call i32 @callee(), !range !8
  %x11 = call i32 @callee(), !range !9
  %x12 = add i32 %a, 1, !invariant.group !0
  %x13 = add i32 %a, 1, !nonnull !0
  %x14 = getelementptr i8, ptr %p, i64 1, !nonnull !0
  %x15 = load ptr, ptr %p, !nonnull !4
  %x16 = add i32 %a, 1, !dereferenceable !0
  %x17 = getelementptr i8, ptr %p, i64 1, !dereferenceable_or_null !0
  %x18 = load ptr, ptr %p, !dereferenceable !4
  %x19 = load ptr, ptr %p, !align !0
  %x20 = load ptr, ptr %p, !align !4
  %x21 = load ptr, ptr %p, !align !10
  %x22 = load ptr, ptr %p, !align !11
  %x23 = load i32, ptr %p, !noalias !12
  %x24 = load i32, ptr %p, !alias.scope !13
  %x25 = load i32, ptr %p, !llvm.access.group !12
  %x26 = load i32, ptr %p, !llvm.access.group !13
  %x27 = add i32 %a, 1, !annotation !0
  %x28 = add i32 %a, 1, !annotation !4
  %x29 = add i32 %a, 1, !annotation !14
  %x30 = add i32 %a, 1, !callsite !0
  %x31 = call i32 @callee(), !callsite !0
  %x32 = call i32 @callee(), !callsite !12
  call void @llvm.experimental.noalias.scope.decl(metadata !13)
  call void @llvm.experimental.noalias.scope.decl(metadata !15)
  %x33 = add i32 %a, 1, !prof !0, !dereferenceable !0, !annotation !0
  ret void
}
declare i32 @callee()
declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = !{}
!1 = !{float 1.0}
!2 = !{double 1.0}
!3 = !{float -1.0}
!4 = !{i32 1, i32 2}
!5 = !{i32 1}
!6 = !{i32 1, i32 4, i32 3, i32 6}
!7 = !{i32 4, i32 6, i32 1, i32 2}
!8 = !{i32 1, i32 4, i32 4, i32 6}
!9 = !{i64 1, i64 2}
!10 = !{i64 3}
!11 = !{i64 8589934592}
!12 = !{!"text"}
!13 = !{!12}
!14 = !{!4}
!15 = !{!16, !16}
!16 = !{!"scope", !17}
!17 = !{!"domain"}
