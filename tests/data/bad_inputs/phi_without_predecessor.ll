define i64 @choose(i1 %c) {
  br i1 %c, label %left, label %right
left:
  br label %end
right:
  br label %end
end:
  %v = phi i64 [ 1, %left ]
  ret i64 %v
}
