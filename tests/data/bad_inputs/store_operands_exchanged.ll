define void @put(ptr %p) {
  store ptr %p, i64 1
  ret void
}
