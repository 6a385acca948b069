define void @f(i64 %größe) {
  ret void
}
