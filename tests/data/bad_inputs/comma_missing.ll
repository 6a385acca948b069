define i64 @next(i64 %n) {
  %sum = add i64 %n 1
  ret i64 %sum
}
