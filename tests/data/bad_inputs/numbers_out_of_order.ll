define i64 @next(i64) {
  %1 = add i64 %0, 1
  ret i64 %1
}
