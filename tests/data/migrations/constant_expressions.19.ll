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

define { i64, [2 x i64] } @structure(ptr %p) {
  %constexpr = shl i64 ptrtoint (ptr @g to i64), 3
  %constexpr.ins = insertelement <2 x i64> poison, i64 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i64> %constexpr.ins, i64 4, i32 1
  store <2 x i64> %constexpr.ins1, ptr %p, align 16
  %constexpr2 = shl i64 ptrtoint (ptr @g to i64), 3
  %constexpr.ins3 = insertvalue [2 x i64] poison, i64 1, 0
  %constexpr.ins4 = insertvalue [2 x i64] %constexpr.ins3, i64 %constexpr2, 1
  %constexpr.ins5 = insertvalue { i64, [2 x i64] } poison, i64 %constexpr2, 0
  %constexpr.ins6 = insertvalue { i64, [2 x i64] } %constexpr.ins5, [2 x i64] %constexpr.ins4, 1
  ret { i64, [2 x i64] } %constexpr.ins6
}

define i64 @edges(i32 %c) {
entry:
  switch i32 %c, label %phi.constexpr [
    i32 0, label %middle
    i32 1, label %phi.constexpr
    i32 2, label %phi.constexpr
  ]

middle:                                           ; preds = %entry
  br label %end

phi.constexpr:                                    ; preds = %entry, %entry, %entry
  %constexpr = shl i64 ptrtoint (ptr @h to i64), 5
  %constexpr2 = shl i64 ptrtoint (ptr @h to i64), 6
  br label %end

end:                                              ; preds = %phi.constexpr, %middle
  %p = phi i64 [ %constexpr, %phi.constexpr ], [ %constexpr, %phi.constexpr ], [ %constexpr, %phi.constexpr ], [ 0, %middle ]
  %q = phi i64 [ 1, %middle ], [ %constexpr2, %phi.constexpr ], [ %constexpr2, %phi.constexpr ], [ %constexpr2, %phi.constexpr ]
  %r = add i64 %p, %q
  ret i64 %r
}
