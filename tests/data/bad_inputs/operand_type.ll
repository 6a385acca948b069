define i32 @next(i64 %n) {
  %sum = add i32 %n, 1
  ret i32 %sum
}
