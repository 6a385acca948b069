define i64 @choose(i1 %c) {
entry:
  br i1 %c, label %left, label %end
left:
  %v = add i64 1, 2
  br label %end
end:
  ret i64 %v
}
