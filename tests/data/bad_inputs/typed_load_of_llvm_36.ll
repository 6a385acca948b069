define i64 @read(i64* %p) {
  %v = load i64* %p
  ret i64 %v
}
