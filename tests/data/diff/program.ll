source_filename = "program.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl marker"

%struct.pair = type { i32, i64 }
%struct.list = type { ptr, %struct.pair }

$shared = comdat any

@counter = global i32 0, align 4
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@.str = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@.str.1 = private unnamed_addr constant [6 x i8] c"world\00", align 1
@shared = linkonce_odr global i64 5, comdat
@flag = external thread_local global i8
@hidden = hidden global ptr @.str, section ".data.rel"

@other = alias i32, ptr @counter
@chosen = ifunc i32 (i32), ptr @resolve

declare i32 @puts(ptr nocapture noundef) #1

declare void @personality(...)

define internal ptr @resolve() {
  ret ptr @sum
}

define i32 @sum(i32 noundef %n) #0 {
entry:
  %positive = icmp sgt i32 %n, 0
  br i1 %positive, label %loop, label %done

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add nsw i32 %total, %i
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done, !prof !4, !llvm.loop !5

done:
  %result = phi i32 [ 0, %entry ], [ %more, %loop ]
  ret i32 %result
}

define i32 @select(i32 %kind, ptr %place, double %x) {
  switch i32 %kind, label %other [
    i32 0, label %first
    i32 1, label %second
  ]

first:
  %a = load i32, ptr %place, align 4, !tbaa !8
  store i32 %a, ptr @counter, align 4
  br label %end

second:
  %b = getelementptr inbounds %struct.list, ptr %place, i64 0, i32 1, i32 1
  %c = load volatile i64, ptr %b, align 8
  %d = trunc i64 %c to i32
  br label %end

other:
  %e = fcmp olt double %x, 1.500000e+00
  %f = fmul fast double %x, 2.000000e+00
  %g = call i32 @puts(ptr noundef @.str) #2
  %h = atomicrmw add ptr %place, i32 1 seq_cst, align 4
  fence acquire
  br label %end

end:
  %r = phi i32 [ %a, %first ], [ %d, %second ], [ %g, %other ]
  ret i32 %r
}

define void @protect() personality ptr @personality {
  %slot = alloca i32, align 4
  %also = alloca i32, align 4
  store i32 1, ptr %slot, align 4
  store i32 2, ptr %also, align 4
  %one = load i32, ptr %slot, align 4
  %two = load i32, ptr %also, align 4
  %three = sub i32 %one, %two
  %four = invoke i32 @sum(i32 %three)
          to label %good unwind label %bad

good:
  ret void

bad:
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define internal i32 @helper(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}

define i32 @user(i32 %x) {
  %y = call i32 @helper(i32 %x)
  ret i32 %y
}

attributes #0 = { nounwind "frame-pointer"="all" }
attributes #1 = { nounwind }
attributes #2 = { cold }

!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!2}
!settings = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{!"clang version 19.1.7"}
!3 = !{!"level", i32 3}
!4 = !{!"branch_weights", i32 10, i32 1}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
!8 = !{!9, !9, i64 0}
!9 = !{!"int", !10, i64 0}
!10 = !{!"omnipotent char"}
