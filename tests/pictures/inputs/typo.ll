@limit = global i32 100

declare void @report(i32)

define i32 @sum(ptr %values, i32 %count) {
entry:
  %any = icmp sgt i32 %count, 0
  br i1 %any, label %loop, label %end

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %more, %loop ]
  %place = getelementptr i32, ptr %values, i32 %i
  %value = load i32, ptr %place, align 4
  %more = add i32 %total, %vlaue
  %next = add nuw i32 %i, 1
  %again = icmp slt i32 %next, %count
  br i1 %again, label %loop, label %end

end:
  %result = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @report(i32 %result)
  ret i32 %result
}
