declare void @take(i64)

define void @give() {
  call void @take(double 1.0)
  ret void
}
