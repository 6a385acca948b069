source_filename = "right.c"

%pair = type { i32, i32 }

@table = internal global [2 x i32] [i32 1, i32 2]
@other = internal global %pair { i32 1, i32 7 }
@same = internal constant [2 x i32] [i32 5, i32 6]

declare i32 @callee(i32)
declare i32 @new(i32)

declare i32 @declared(i32)

define i32 @defined(i32 %x) {
  ret i32 %x
}

define i32 @arguments(i32 %a) {
  %1 = add i32 %a, %a
  ret i32 %1
}

define i32 @loop(i32 %n) {
entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit

body:
  %more = add i32 %i, %sum
  %next = add i32 %i, 1
  br label %head

exit:
  ret i32 %sum
}

define i32 @choice(i32 %x) {
  switch i32 %x, label %other [
    i32 1, label %one
    i32 3, label %two
  ]

one:
  ret i32 10

two:
  ret i32 21

other:
  %r = call i32 @callee(i32 %x), !place !0
  ret i32 %r
}

define i32 @edges(i1 %c) {
  br i1 %c, label %1, label %1

1:
  ret i32 1

2:
  ret i32 2
}

define i32 @unwinding(i32 %x) personality PTR null {
entry:
  %a = add i32 %x, 1
  %r = invoke i32 @callee(i32 %a)
          to label %next unwind label %pad

next:
  %s = mul i32 %r, 4
  ret i32 %s

pad:
  %p = landingpad { PTR, i32 } cleanup
  ret i32 0
}

define i32 @compared(i32 %x) {
  %1 = icmp sgt i32 %x, 3
  %2 = zext i1 %1 to i32
  %3 = call i32 @callee(i32 %2) #0
  %4 = add nsw i32 %3, 5
  ret i32 %4
}

define i32 @equal(i32 %x) {
  %1 = add i32 %x, 5
  ret i32 %1
}

attributes #0 = { nounwind }

!0 = !{!"right"}
