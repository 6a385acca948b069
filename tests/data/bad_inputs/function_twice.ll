define void @twice() {
  ret void
}

define void @twice() {
  ret void
}
