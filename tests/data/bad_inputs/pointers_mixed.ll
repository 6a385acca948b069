declare void @take(ptr)

define void @give(i64* %p) {
  call void @take(i64* %p)
  ret void
}
