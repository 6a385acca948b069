define void @jump() {
  br label %away
}
