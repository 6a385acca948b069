define void @next(ptr %p) {
first:
  store i64 1, ptr %p
last:
  ret void
}
