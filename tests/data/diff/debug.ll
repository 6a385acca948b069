; ModuleID = 'debug.c'
source_filename = "debug.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable
define dso_local i32 @sum(ptr noundef readonly %0) local_unnamed_addr #0 !dbg !10 {
    #dbg_value(ptr %0, !20, !DIExpression(), !26)
    #dbg_value(i32 0, !21, !DIExpression(), !26)
  %2 = icmp eq ptr %0, null, !dbg !27
  br i1 %2, label %12, label %3, !dbg !27

3:                                                ; preds = %1, %3
  %4 = phi ptr [ %10, %3 ], [ %0, %1 ]
  %5 = phi i32 [ %9, %3 ], [ 0, %1 ]
    #dbg_value(ptr %4, !20, !DIExpression(), !26)
    #dbg_value(i32 %5, !21, !DIExpression(), !26)
  %6 = getelementptr inbounds i8, ptr %4, i64 8, !dbg !28
  %7 = load i32, ptr %6, align 8, !dbg !28, !tbaa !29
    #dbg_value(i32 %7, !35, !DIExpression(), !40)
  %8 = shl nsw i32 %7, 1, !dbg !42
    #dbg_value(i32 %8, !22, !DIExpression(), !43)
  %9 = add nsw i32 %8, %5, !dbg !44
    #dbg_value(i32 %9, !21, !DIExpression(), !26)
  %10 = load ptr, ptr %4, align 8, !dbg !45, !tbaa !46
    #dbg_value(ptr %10, !20, !DIExpression(), !26)
  %11 = icmp eq ptr %10, null, !dbg !27
  br i1 %11, label %12, label %3, !dbg !27, !llvm.loop !47

12:                                               ; preds = %3, %1
  %13 = phi i32 [ 0, %1 ], [ %9, %3 ], !dbg !26
  ret i32 %13, !dbg !51
}

attributes #0 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "debug.c", directory: "/src", checksumkind: CSK_MD5, checksum: "012edde4ba7a92dcf1393e5cff261aa6")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 5, type: !11, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !19)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !14}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 1, size: 128, elements: !16)
!16 = !{!17, !18}
!17 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !15, file: !1, line: 1, baseType: !14, size: 64)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !15, file: !1, line: 1, baseType: !13, size: 32, offset: 64)
!19 = !{!20, !21, !22}
!20 = !DILocalVariable(name: "list", arg: 1, scope: !10, file: !1, line: 5, type: !14)
!21 = !DILocalVariable(name: "total", scope: !10, file: !1, line: 6, type: !13)
!22 = !DILocalVariable(name: "more", scope: !23, file: !1, line: 8, type: !13)
!23 = distinct !DILexicalBlock(scope: !24, file: !1, line: 7, column: 35)
!24 = distinct !DILexicalBlock(scope: !25, file: !1, line: 7, column: 3)
!25 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 3)
!26 = !DILocation(line: 0, scope: !10)
!27 = !DILocation(line: 7, column: 3, scope: !25)
!28 = !DILocation(line: 8, column: 28, scope: !23)
!29 = !{!30, !34, i64 8}
!30 = !{!"node", !31, i64 0, !34, i64 8}
!31 = !{!"any pointer", !32, i64 0}
!32 = !{!"omnipotent char", !33, i64 0}
!33 = !{!"Simple C/C++ TBAA"}
!34 = !{!"int", !32, i64 0}
!35 = !DILocalVariable(name: "value", arg: 1, scope: !36, file: !1, line: 3, type: !13)
!36 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 3, type: !37, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !39)
!37 = !DISubroutineType(types: !38)
!38 = !{!13, !13}
!39 = !{!35}
!40 = !DILocation(line: 0, scope: !36, inlinedAt: !41)
!41 = distinct !DILocation(line: 8, column: 16, scope: !23)
!42 = !DILocation(line: 3, column: 44, scope: !36, inlinedAt: !41)
!43 = !DILocation(line: 0, scope: !23)
!44 = !DILocation(line: 9, column: 11, scope: !23)
!45 = !DILocation(line: 7, column: 29, scope: !24)
!46 = !{!30, !31, i64 0}
!47 = distinct !{!47, !27, !48, !49, !50}
!48 = !DILocation(line: 10, column: 3, scope: !25)
!49 = !{!"llvm.loop.mustprogress"}
!50 = !{!"llvm.loop.unroll.disable"}
!51 = !DILocation(line: 11, column: 3, scope: !10)
