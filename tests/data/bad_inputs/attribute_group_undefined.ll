define void @f() #4 {
  ret void
}
