; versions: 14 15 16 19 22 23
declare void @f()

define i32 @grouped(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i32 [ 0, %entry ], [ 1, %a ]
  %y = add i32 %x, 1
  %z = phi i32 [ 0, %entry ], [ 1, %a ]
  ret i32 %z
}

define i32 @missing(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i32 [ 0, %entry ]
  ret i32 %x
}

define i32 @additional(i1 %c) {
entry:
  br label %b
a:
  ret i32 0
b:
  %x = phi i32 [ 0, %entry ], [ 1, %a ]
  ret i32 %x
}

define i32 @wrong_block(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %d
b:
  br label %d
d:
  %x = phi i32 [ 0, %b ], [ 1, %entry ]
  ret i32 %x
}

define i32 @twice(i1 %c) {
entry:
  br i1 %c, label %b, label %b
b:
  %x = phi i32 [ 0, %entry ], [ 1, %entry ]
  %y = phi i32 [ 7, %entry ], [ 7, %entry ]
  ret i32 %x
}

define i32 @once_of_two(i1 %c) {
entry:
  br i1 %c, label %b, label %b
b:
  %x = phi i32 [ 0, %entry ]
  ret i32 %x
}


define void @tokens(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %t = phi token [ none, %entry ], [ none, %a ]
  ret void
}
