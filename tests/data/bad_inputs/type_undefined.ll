define void @read(ptr %p) {
  %v = load %pair, ptr %p
  ret void
}
