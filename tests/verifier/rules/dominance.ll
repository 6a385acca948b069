; versions: 14 15 16 19 22 23 24
declare i32 @personality(...)
declare i32 @call()
declare void @use(i32)

define i32 @same_block(i32 %n) {
  call void @use(i32 %a)
  %a = add i32 %n, 1
  ret i32 %a
}

define i32 @other_branch(i1 %c, i32 %n) {
entry:
  br i1 %c, label %left, label %right
left:
  %a = add i32 %n, 1
  br label %join
right:
  %b = add i32 %a, 1
  br label %join
join:
  %p = phi i32 [ %b, %left ], [ %a, %right ]
  ret i32 %p
}

define i32 @loop(i1 %c, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %use = add i32 %next, 1
  br i1 %c, label %latch, label %exit
latch:
  %next = add i32 %i, 1
  br label %head
exit:
  ret i32 %next
}

define i32 @self(i1 %c) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i, %head ]
  %a = add i32 %a, %i
  br i1 %c, label %head, label %exit
exit:
  ret i32 %i
}

define i32 @invokes(i1 %c) personality ptr @personality {
entry:
  %a = invoke i32 @call() to label %normal unwind label %pad
normal:
  %b = add i32 %a, 1
  ret i32 %b
pad:
  %l = landingpad { ptr, i32 } cleanup
  %d = add i32 %a, 1
  ret i32 %d
}

define i32 @invoke_into_phi(i1 %c) personality ptr @personality {
entry:
  br i1 %c, label %one, label %two
one:
  %a = invoke i32 @call() to label %join unwind label %pad
two:
  br label %join
join:
  %p = phi i32 [ %a, %one ], [ %a, %two ]
  ret i32 %p
pad:
  %q = phi i32 [ %a, %one ]
  %l = landingpad { ptr, i32 } cleanup
  ret i32 %q
}

define i32 @dead_definition(i32 %n) {
entry:
  br label %exit
dead:
  %a = add i32 %n, 1
  br label %exit
exit:
  %p = phi i32 [ 1, %entry ], [ %a, %dead ]
  call void @use(i32 %a)
  ret i32 %p
}

define void @terminators(i1 %c, ptr %p, i32 %n) {
entry:
  indirectbr ptr %late, [label %one, label %two]
one:
  switch i32 %number, label %two [ i32 1, label %one ]
two:
  %late = getelementptr i8, ptr %p, i32 1
  %number = add i32 %n, 1
  ret void
}
