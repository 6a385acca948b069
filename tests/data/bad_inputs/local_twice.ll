define i64 @next(i64 %n) {
  %sum = add i64 %n, 1
  %sum = add i64 %n, 2
  ret i64 %sum
}
