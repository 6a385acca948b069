define i32 @f() {
  rett i32 0
}
