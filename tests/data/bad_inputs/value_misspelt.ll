define i64 @next(i64 %number) {
  %sum = add i64 %nubmer, 1
  ret i64 %sum
}
