define void @f(ptr captures(none) %p) {
  %q = getelementptr i8, ptr %p, i64 1
  store i8 0, ptr %q
  ret void
}
