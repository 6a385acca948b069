source_filename = "constant_expressions.c"

@g = external global i8
@h = external global i8

define i32 @computed(i1 %c) {
entry:
  %a = add i32 1, 1
  %v = extractelement <2 x i32> <i32 1, i32 7>, i32 0
  %constexpr = and i64 ptrtoint (ptr @h to i64), -8
  %constexpr1 = inttoptr i64 %constexpr to ptr
  %constexpr2 = shl i64 ptrtoint (ptr @g to i64), 3
  store i64 %constexpr2, ptr %constexpr1, align 4
  br i1 %c, label %yes, label %no

yes:                                              ; preds = %entry
  br label %no

no:                                               ; preds = %yes, %entry
  %p = phi i32 [ 1, %yes ], [ %a, %entry ]
  %q = phi i64 [ ptrtoint (ptr @g to i64), %yes ], [ 5, %entry ]
  ret i32 %p
}
