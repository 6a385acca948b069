; versions 14 to 22
define i32 @branches(i32 %n, i1 %c, ptr %target) {
entry:
  br i1 %c, label %left, label %right

left:                                             ; preds = %entry
  %l = add i32 %n, 1
  switch i32 %l, label %join [
    i32 0, label %right
    i32 1, label %right
    i32 7, label %loop
  ]

right:
  %r = phi i32 [ 0, %entry ], [ %l, %left ], [ %l, %left ]
  br label %join

loop:
  %i = phi i32 [ %l, %left ], [ %next, %loop ]
  %k = phi i1 [ true, %left ], [ %done, %loop ]
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %join, label %loop

join:
  %j = phi i32 [ %l, %left ], [ %r, %right ], [ %next, %loop ]
  indirectbr ptr %target, [label %one, label %two]

one:
  ret i32 %j

two:
  unreachable
}

define i32 @nested(i32 %n) {
  %1 = icmp sgt i32 %n, 0
  br i1 %1, label %2, label %7

2:
  %3 = mul i32 %n, %n
  br label %4

4:
  %5 = phi i32 [ %3, %2 ], [ %6, %4 ]
  %6 = sub i32 %5, 1
  %c = icmp ne i32 %6, 0
  br i1 %c, label %4, label %7

7:
  %8 = phi i32 [ 0, %0 ], [ %6, %4 ]
  ret i32 %8
}

define void @unreachable_uses(i32 %a) {
entry:
  ret void

dead:
  %x = add i32 %y, 1
  %y = add i32 %x, %a
  br i1 undef, label %dead, label %dead.two

dead.two:
  %p = phi i32 [ %x, %dead ]
  br label %dead
}

define ptr @addresses() {
  br label %next
next:
  ret ptr blockaddress(@branches, %one)
}
