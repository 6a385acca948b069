define void @next(ptr %p) {
  store i64 1, ptr %p
}
