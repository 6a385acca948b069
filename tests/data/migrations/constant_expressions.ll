; Constant expressions that LLVM 15 to 19 gave up; constant_expressions.19.ll is what LLVM 19 reads.
source_filename = "constant_expressions.c"
@g = external global i8
@h = external global i8

define i32 @computed(i1 %c) {
entry:
  %a = add i32 zext (i1 icmp ne (i8* @g, i8* @h) to i32), 1
  %v = extractelement <2 x i32> <i32 zext (i1 icmp ne (i8* @g, i8* null) to i32), i32 7>, i32 0
  store i64 shl (i64 ptrtoint (i8* @g to i64), i64 3), i64* inttoptr (i64 and (i64 ptrtoint (i8* @h to i64), i64 -8) to i64*)
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %p = phi i32 [ zext (i1 icmp ne (i8* @g, i8* @h) to i32), %yes ], [ %a, %entry ]
  %q = phi i64 [ ptrtoint (i8* @g to i64), %yes ], [ 5, %entry ]
  ret i32 %p
}

define { i64, [2 x i64] } @structure(<2 x i64>* %p) {
  store <2 x i64> <i64 shl (i64 ptrtoint (i8* @g to i64), i64 3), i64 4>, <2 x i64>* %p
  ret { i64, [2 x i64] } { i64 shl (i64 ptrtoint (i8* @g to i64), i64 3), [2 x i64] [i64 1, i64 shl (i64 ptrtoint (i8* @g to i64), i64 3)] }
}

define i64 @edges(i32 %c) {
entry:
  switch i32 %c, label %end [
    i32 0, label %middle
    i32 1, label %end
    i32 2, label %end
  ]
middle:
  br label %end
end:
  %p = phi i64 [ shl (i64 ptrtoint (i8* @h to i64), i64 5), %entry ], [ shl (i64 ptrtoint (i8* @h to i64), i64 5), %entry ], [ shl (i64 ptrtoint (i8* @h to i64), i64 5), %entry ], [ 0, %middle ]
  %q = phi i64 [ 1, %middle ], [ shl (i64 ptrtoint (i8* @h to i64), i64 6), %entry ], [ shl (i64 ptrtoint (i8* @h to i64), i64 6), %entry ], [ shl (i64 ptrtoint (i8* @h to i64), i64 6), %entry ]
  %r = add i64 %p, %q
  ret i64 %r
}
