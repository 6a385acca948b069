define i64 @next(i64 %n) {
  %sum = add i64 %other, 1
  ret i64 %sum
}
