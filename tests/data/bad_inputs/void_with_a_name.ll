declare void @take()

define void @give() {
  %nothing = call void @take()
  ret void
}
