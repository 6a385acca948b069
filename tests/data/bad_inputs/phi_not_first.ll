define i64 @choose(i1 %c) {
entry:
  br i1 %c, label %left, label %end
left:
  br label %end
end:
  %sum = add i64 1, 2
  %v = phi i64 [ 1, %left ], [ 2, %entry ]
  ret i64 %v
}
