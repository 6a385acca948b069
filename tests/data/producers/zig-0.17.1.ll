; ModuleID = 'a'
source_filename = "a"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-musl"

@builtin.output_mode = internal unnamed_addr constant i8 2, align 1, !dbg !0

@add = alias i32 (i32, i32), ptr @a.add

; Function Attrs: nounwind uwtable
define internal i32 @a.add(i32 %0, i32 %1) unnamed_addr #0 !dbg !1 {
Entry:
  call void @llvm.dbg.value(metadata i32 %0, metadata !3, metadata !DIExpression()), !dbg !2
  call void @llvm.dbg.value(metadata i32 %1, metadata !4, metadata !DIExpression()), !dbg !2
  %2 = add i32 %0, %1, !dbg !5
  ret i32 %2, !dbg !5
}

; Function Attrs: nounwind speculatable willreturn nofree nosync nocallback memory(none)
declare void @llvm.dbg.value(metadata %0, metadata %1, metadata %2) #1

attributes #0 = { nounwind uwtable "frame-pointer"="all" "target-cpu"="x86-64" "probe-stack"="__zig_probe_stack" }
attributes #1 = { nounwind speculatable willreturn nofree nosync nocallback memory(none) }

!llvm.dbg.cu = !{!6}
!llvm.module.flags = !{!7, !8}

!0 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!1 = distinct !DISubprogram(name: "add", linkageName: "a.add", scope: !10, file: !10, line: 1, type: !11, scopeLine: 1, flags: DIFlagStaticMember, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!2 = !DILocation(line: 1, column: 35, scope: !1, isImplicitCode: false)
!3 = !DILocalVariable(name: "a", arg: 1, scope: !1, file: !10, line: 1, type: !12)
!4 = !DILocalVariable(name: "b", arg: 2, scope: !1, file: !10, line: 1, type: !12)
!5 = !DILocation(line: 1, column: 37, scope: !1, isImplicitCode: false)
!6 = distinct !DICompileUnit(language: DW_LANG_C99, file: !13, producer: "zig 0.17.1", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !14, globals: !15, splitDebugInlining: false)
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 7, !"Dwarf Version", i32 4}
!9 = distinct !DIGlobalVariable(name: "output_mode", linkageName: "builtin.output_mode", scope: !16, file: !16, line: 6, type: !17, isLocal: true, isDefinition: true)
!10 = !DIFile(filename: "a.zig", directory: "/src")
!11 = !DISubroutineType(types: !18)
!12 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!13 = !DIFile(filename: "a", directory: "/src")
!14 = !{!17}
!15 = !{!0}
!16 = !DIFile(filename: "b/0/builtin.zig", directory: "/cache")
!17 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "lang.OutputMode", scope: !19, baseType: !20, size: 8, align: 8, elements: !21)
!18 = !{!12, !12, !12}
!19 = !DIFile(filename: "std/lang.zig", directory: "/lib")
!20 = !DIBasicType(name: "u2", size: 8, encoding: DW_ATE_unsigned)
!21 = !{!22, !23, !24}
!22 = !DIEnumerator(name: "Exe", value: 0, isUnsigned: true)
!23 = !DIEnumerator(name: "Lib", value: 1, isUnsigned: true)
!24 = !DIEnumerator(name: "Obj", value: 2, isUnsigned: true)
