define void @f(i32 %n) {
  store [1 x i32] [i32 %n], ptr null
  ret void
}
