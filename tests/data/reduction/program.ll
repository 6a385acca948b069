; ModuleID = 'program.ll'
source_filename = "program.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl one"
module asm ".globl two"

%struct.list = type { i32, %struct.pair, ptr }
%struct.pair = type { i64, [2 x i16] }

$first = comdat any
$second = comdat largest

@first = linkonce_odr hidden unnamed_addr constant %struct.pair { i64 3, [2 x i16] [i16 1, i16 2] }, section "data", comdat, align 16
@second = weak thread_local(initialexec) externally_initialized global %struct.list zeroinitializer, comdat, align 8, !dbg !40
@table = internal global [3 x ptr] [ptr @work, ptr null, ptr @first], align 8 #3
@outside = external dso_local global %struct.list, align 8
@weak_outside = extern_weak global [4 x i8]
@bytes = global i8 0
@also = alias %struct.list, ptr @second
@work_alias = internal alias void (i32, ptr), ptr @caller
@chosen = ifunc i32 (i32), ptr @resolver

declare i32 @__gxx_personality_v0(...)

declare void @may_throw() #0

declare i32 @unused(i32)

declare void @llvm.assume(i1 noundef)

declare token @llvm.call.preallocated.setup(i32)

declare void @takes(ptr preallocated(i32))

define internal ptr @resolver() {
  ret ptr @small
}

define linkonce_odr fastcc i32 @small(i32 noundef %x) #1 comdat($first) !dbg !10 {
  %sum = add nuw nsw i32 %x, 7, !dbg !14
    #dbg_value(i32 %sum, !15, !DIExpression(), !14)
  ret i32 %sum, !dbg !14
}

define internal i32 @simple(i32 %x) {
  %y = xor i32 %x, 3
  ret i32 %y
}

define internal i32 @larger(i1 %c, i32 %v) {
entry:
  %room = alloca %struct.list, align 8
  br i1 %c, label %yes, label %no

yes:
  store i32 %v, ptr %room, align 4
  br label %no

no:
  ret i32 %v
}

define protected zeroext i32 @work(i1 %c, i32 noundef %x, ptr nocapture %p, <2 x i32> %v, target("spirv.Event") %t) local_unnamed_addr #1 prefix i32 9 personality ptr @__gxx_personality_v0 !dbg !20 !kind !2 {
entry:
  %list = alloca %struct.list, align 8
  %place = getelementptr inbounds %struct.list, ptr %list, i64 0, i32 1, i32 1, i64 1, !dbg !24
  %number = load i32, ptr %place, align 4, !dbg !24, !range !3, !note !2
  %old = load atomic i32, ptr %p syncscope("singlethread") acquire, align 4, !dbg !26
  %was = atomicrmw volatile add ptr %p, i32 5 seq_cst, align 4
  %pair = cmpxchg weak ptr %p, i32 1, i32 2 acq_rel monotonic, align 4
  fence release
  store volatile i32 %number, ptr %p, align 4
  %product = mul nuw nsw i32 %number, %x
  %a = call fastcc i32 @small(i32 noundef %product) #2 [ "note"(i32 1, ptr %p), "more"() ], !dbg !24
  %b = call i32 @larger(i1 %c, i32 %a)
  %s = call token @llvm.call.preallocated.setup(i32 1)
  call void @takes(ptr preallocated(i32) %p) [ "preallocated"(token %s) ]
  switch i32 %b, label %other [
    i32 0, label %zero
    i32 1, label %other
    i32 9, label %last
  ], !prof !4

zero:
  %phi = phi i32 [ %a, %entry ]
  invoke void @may_throw() #0
          to label %good unwind label %bad, !dbg !24

good:
  br label %last

bad:
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad

other:
  %both = phi i32 [ %b, %entry ], [ %b, %entry ]
  %float = uitofp i32 %both to float
  %fast = fadd nnan ninf float %float, 2.000000e+00
  %bits = bitcast float %fast to i32
  %target = select i1 %c, ptr blockaddress(@work, %last), ptr blockaddress(@work, %zero2)
  indirectbr ptr %target, [label %last, label %zero2]

zero2:
  br i1 %c, label %last, label %nowhere, !llvm.loop !5

nowhere:
  unreachable

last:
  %result = phi i32 [ %both, %other ], [ %phi, %good ], [ 1, %zero2 ], [ %x, %entry ]
  br label %end

end:
  ret i32 %result, !dbg !26

lost:
  %forgotten = add i32 %x, 1
  br label %end
}

define void @caller(i32 %x, ptr %p) {
  %r = call i32 @work(i1 true, i32 %x, ptr %p, <2 x i32> <i32 1, i32 5>, target("spirv.Event") zeroinitializer)
  %s = tail call fastcc i32 @small(i32 noundef %r)
  %t = call i32 @simple(i32 %s)
  store i32 %t, ptr %p, align 4
  ret void
}

attributes #0 = { nounwind "key"="value" }
attributes #1 = { noinline optsize }
attributes #2 = { cold }
attributes #3 = { "bss-section"="b" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!named = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !6, producer: "me", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !41)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{!"text", !3}
!3 = !{i32 0, i32 7}
!4 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
!5 = distinct !{!5, !7}
!6 = !DIFile(filename: "program.c", directory: "/home", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!7 = !{!"llvm.loop.mustprogress"}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DISubroutineType(types: !42)
!10 = distinct !DISubprogram(name: "small", linkageName: "small", scope: !6, file: !6, line: 3, type: !9, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!13 = distinct !DILexicalBlock(scope: !10, file: !6, line: 4, column: 2)
!14 = !DILocation(line: 5, column: 7, scope: !13)
!15 = !DILocalVariable(name: "sum", scope: !13, file: !6, line: 5, type: !8)
!20 = distinct !DISubprogram(name: "work", scope: !6, file: !6, line: 9, type: !9, scopeLine: 9, spFlags: DISPFlagDefinition, unit: !0)
!24 = !DILocation(line: 5, column: 7, scope: !13, inlinedAt: !25)
!25 = distinct !DILocation(line: 11, column: 1, scope: !20)
!26 = !DILocation(line: 12, column: 1, scope: !20)
!40 = !DIGlobalVariableExpression(var: !43, expr: !DIExpression())
!41 = !{!40}
!42 = !{!8, !8}
!43 = distinct !DIGlobalVariable(name: "second", scope: !0, file: !6, line: 1, type: !8, isLocal: false, isDefinition: true)
