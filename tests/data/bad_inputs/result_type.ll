define i16 @same(i64 %n) {
  ret i64 %n
}
