; versions 15 to 22
target datalayout = "e-p:64:64-i64:64"

%outer = type { i32, %inner }
%inner = type { float, ptr }

declare i32 @callee(ptr)
declare void @other(i32)
declare void @llvm.experimental.noalias.scope.decl(metadata)

define float @uses(ptr %p, ptr %q, i1 %c, double %d) !prof !20 {
entry:
  %a = load i32, ptr %p, align 4, !range !0, !tbaa !1, !noundef !30
  %b = load ptr, ptr %q, align 8, !nonnull !30, !align !9, !dereferenceable !9, !invariant.load !30, !tbaa !32
  %dn = load ptr, ptr %q, align 8, !dereferenceable_or_null !9, !nontemporal !31, !invariant.group !30
  %f = fdiv double %d, 2.0, !fpmath !10
  call void @llvm.experimental.noalias.scope.decl(metadata !13)
  store i32 %a, ptr %q, align 4, !tbaa !5, !alias.scope !13, !noalias !13
  %r = call i32 @callee(ptr %b), !callees !15, !range !16, !srcloc !17, !heapallocsite !30
  %s = select i1 %c, i32 %a, i32 %r, !prof !21, !unpredictable !30
  br i1 %c, label %loop, label %exit, !prof !21

loop:
  %acc = load i32, ptr %p, align 4, !llvm.access.group !24, !annotation !25
  switch i32 %acc, label %exit [
    i32 1, label %loop
    i32 2, label %loop
  ], !prof !22, !llvm.loop !23

exit:
  call void @other(i32 %s), !prof !26
  ret float 1.0
}

define void @profiled() !prof !27 !type !28 !callees !15 {
  ret void
}

!named = !{!0, !12}
!llvm.ident = !{!29}
!llvm.module.flags = !{!40, !41, !42, !43, !44, !45, !46}

!0 = !{i32 0, i32 10, i32 20, i32 30}
!1 = !{!2, !3, i64 0}
!2 = !{!"outer", !3, i64 0, !6, i64 8}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char", !7}
!5 = !{!2, !8, i64 8}
!6 = !{!"inner", !8, i64 0, !3, i64 8}
!7 = !{!"root"}
!8 = !{!"float", !4, i64 0}
!9 = !{i64 8}
!10 = !{float 2.5}
!11 = distinct !{!11, !"domain"}
!12 = distinct !{!12, !11, !"scope"}
!13 = !{!12}
!15 = !{ptr @callee, ptr @other}
!16 = !{i32 -1, i32 5}
!17 = !{i64 44}
!20 = !{!"function_entry_count", i64 100}
!21 = !{!"branch_weights", i32 1, i32 2000}
!22 = !{!"branch_weights", i32 1, i32 2, i32 3}
!23 = distinct !{!23, !33, !34}
!24 = distinct !{}
!25 = !{!"auto-init"}
!26 = !{!"VP", i32 0, i64 1600, i64 7651369219802541373, i64 1030}
!27 = !{!"synthetic_function_entry_count", i64 0, i64 77}
!28 = !{i64 0, !"_ZTS1A"}
!29 = !{!"compiler 1.0"}
!30 = !{}
!31 = !{i32 1}
!32 = !{!35, !35, i64 0, i64 1}
!33 = !{!"llvm.loop.mustprogress"}
!34 = !{!"llvm.loop.unroll.count", i32 4}
!35 = !{!"vtable pointer", !7, i64 0}
!40 = !{i32 1, !"wchar_size", i32 4}
!41 = !{i32 7, !"PIC Level", i32 2}
!42 = !{i32 3, !"required", !50}
!43 = !{i32 1, !"a flag", i32 5}
!44 = !{i32 6, !"list", !30}
!45 = !{i32 5, !"CG Profile", !51}
!46 = !{i32 2, !"SemanticInterposition", i32 1}
!50 = !{!"a flag", i32 5}
!51 = !{!52}
!52 = !{ptr @uses, ptr @profiled, i64 12}
