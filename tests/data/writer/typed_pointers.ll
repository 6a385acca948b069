source_filename = "typed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%node = type { i32, %node*, void (%node*)* }

@head = global %node* null, align 8
@table = internal constant [2 x i8*] [i8* bitcast (%node** @head to i8*), i8* getelementptr inbounds ([3 x i8], [3 x i8]* @name, i32 0, i32 1)]
@name = private unnamed_addr constant [3 x i8] c"ab\00"

define i32 @length(%node* %list) #0 {
entry:
  %empty = icmp eq %node* %list, null
  br i1 %empty, label %none, label %walk
walk:
  %at = phi %node* [ %list, %entry ], [ %next, %walk ]
  %count = phi i32 [ 0, %entry ], [ %more, %walk ]
  %link = getelementptr inbounds %node, %node* %at, i32 0, i32 1
  %next = load %node*, %node** %link, align 8
  %more = add nsw i32 %count, 1
  %end = icmp eq %node* %next, null
  br i1 %end, label %done, label %walk
none:
  ret i32 0
done:
  call void asm sideeffect "", "r"(i32 %more)
  ret i32 %more
}

define void @swap(i32* %p, i32 %v) {
  %old = atomicrmw xchg i32* %p, i32 %v seq_cst
  %found = cmpxchg i32* %p, i32 %old, i32 %v acquire monotonic
  store i8* blockaddress(@length, %done), i8** getelementptr ([2 x i8*], [2 x i8*]* bitcast (%node** @head to [2 x i8*]*), i32 0, i32 1), align 8
  ret void
}

attributes #0 = { nounwind readonly "key"="value" }

!llvm.ident = !{!0}
!0 = !{!"typed"}
