; A small module that shows most of what a module is made of: a named type, a constant, a global, a declaration,
; functions with attributes, a loop with phis, a call, debug-free metadata and module flags. LLVM 19's language.
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.point = type { i32, i32 }

@origin = dso_local global %struct.point { i32 1, i32 2 }, align 4
@greeting = private unnamed_addr constant [14 x i8] c"hello, w\C3\B6rld\00", align 1

; Function Attrs: nounwind
define dso_local i32 @sum(ptr noundef readonly %points, i32 noundef %count) #0 {
entry:
  %any = icmp sgt i32 %count, 0
  br i1 %any, label %loop, label %done

loop:                                             ; preds = %loop, %entry
  %index = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %more, %loop ]
  %point = getelementptr inbounds %struct.point, ptr %points, i32 %index
  %x = load i32, ptr %point, align 4, !tbaa !2
  %more = add nsw i32 %total, %x
  %next = add nuw nsw i32 %index, 1
  %again = icmp slt i32 %next, %count
  br i1 %again, label %loop, label %done, !llvm.loop !5

done:                                             ; preds = %loop, %entry
  %result = phi i32 [ 0, %entry ], [ %more, %loop ]
  ret i32 %result
}

define dso_local i32 @main() {
  %1 = call i32 @puts(ptr @greeting)
  %2 = call i32 @sum(ptr @origin, i32 1)
  ret i32 %2
}

declare i32 @puts(ptr nocapture) local_unnamed_addr

attributes #0 = { nounwind "frame-pointer"="none" }

!llvm.module.flags = !{!0}
!llvm.ident = !{!1}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!"written by hand"}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"a tree of types"}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
