define i64 @next(i64 %n) {
  %sum = call i64 @increment(i64 %n)
  ret i64 %sum
}
