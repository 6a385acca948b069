; --bb=loop:head;body;next --bb=ways:pick;one;two --bb=first:entry --bb=first:end --bb=never:stop
; A loop that is entered from two blocks, a region with three exits and a phi of two of them, an entry, a return, no exit at all.
declare void @use(i32)
declare void @abort() noreturn

define i32 @loop(i32 %n, i1 %from) nounwind willreturn memory(none) "thunk" "target-cpu"="x" {
entry:
  br i1 %from, label %left, label %right

left:
  br label %head

right:
  br label %head

head:
  %i = phi i32 [ 0, %left ], [ 1, %right ], [ %more, %next ]
  %sum = phi i32 [ 7, %left ], [ 8, %right ], [ %total, %next ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %done

body:
  %total = add i32 %sum, %i
  br label %next

next:
  %more = add i32 %i, 1
  br label %head

done:
  %r = phi i32 [ %sum, %head ]
  ret i32 %r
}

define i32 @ways(i32 %n) {
entry:
  br label %pick

pick:
  switch i32 %n, label %other [
    i32 1, label %one
    i32 2, label %two
    i32 3, label %last
  ]

one:
  %a = add i32 %n, 5
  call void @use(i32 %a)
  br label %other

two:
  %b = mul i32 %n, 5
  br i1 false, label %other, label %rest

other:
  %v = phi i32 [ 0, %pick ], [ %a, %one ], [ %b, %two ]
  ret i32 %v

rest:
  ret i32 %b

last:
  ret i32 3
}

define i32 @first(i32 %n) {
entry:
  %x = add i32 %n, 1
  %c = icmp eq i32 %x, 0
  br i1 %c, label %end, label %again

again:
  br label %end

end:
  %p = phi i32 [ %x, %entry ], [ 2, %again ]
  %q = mul i32 %p, %x
  ret i32 %q
}

define void @never(i1 %c) personality ptr @use {
entry:
  br i1 %c, label %stop, label %end

stop:
  call void @abort()
  unreachable

end:
  ret void
}
