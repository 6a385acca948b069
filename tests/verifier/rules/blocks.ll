; versions: 14 15 16 19 22 23 24
declare void @f(ptr)
@kept = global ptr blockaddress(@entry_taken, %start)

define void @entry_taken() {
start:
  ret void
}

define void @entry_in_call() {
start:
  call void @f(ptr blockaddress(@entry_in_call, %start))
  ret void
}

define void @other_block() {
start:
  br label %next
next:
  call void @f(ptr blockaddress(@other_block, %next))
  ret void
}

define i32 @returns(i1 %c) {
start:
  br label %next
next:
  br label %start
}
