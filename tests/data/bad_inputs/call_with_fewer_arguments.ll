declare void @take(i64, i64)

define void @give() {
  call void @take(i64 1)
  ret void
}
