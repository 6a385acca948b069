source_filename = "left.c"

%pair = type { i32, i32 }

@table = internal global [2 x i32] [i32 1, i32 2]
@other = internal global %pair { i32 1, i32 7 }
@same = internal constant [2 x i32] [i32 5, i32 6]

declare i32 @callee(i32)
declare i32 @gone(i32)

define void @0() {
  ret void
}

define i32 @declared(i32 %x) {
  ret i32 %x
}

declare i32 @defined(i32)

define i32 @arguments(i32 %a, i32 %b) {
  %1 = add i32 %a, %b
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
  %more = add i32 %sum, %i
  %next = add i32 %i, 1
  br label %head

exit:
  ret i32 %sum
}

define i32 @choice(i32 %x) {
  switch i32 %x, label %other [
    i32 1, label %one
    i32 2, label %two
  ]

one:
  ret i32 10

two:
  ret i32 20

other:
  %r = call i32 @callee(i32 %x), !place !0
  ret i32 %r
}

define i32 @edges(i1 %c) {
  br i1 %c, label %1, label %2

1:
  ret i32 1

2:
  ret i32 2
}

define i32 @unwinding(i32 %x) personality PTR null {
entry:
  %a = add i32 %x, 1
  %r = call i32 @callee(i32 %a)
  br label %next

next:
  %s = mul i32 %r, 3
  ret i32 %s
}

define i32 @compared(i32 %x) {
  %1 = icmp slt i32 %x, 3
  %2 = zext i1 %1 to i32
  %3 = call i32 @callee(i32 %2) #0
  %4 = add nsw i32 %3, 5
  ret i32 %4
}

define i32 @equal(i32 %x) {
  %1 = add nsw i32 %x, 5
  ret i32 %1
}

attributes #0 = { nounwind }

!0 = !{!"left"}
