define i64 @choose(i1 %c) {
  br i1 %c, label %left, label %right
left:
  br label %end
right:
  ret i64 3
end:
  %v = phi i64 [ 1, %left ], [ 2, %right ]
  ret i64 %v
}
