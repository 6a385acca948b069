define void @f() noreturm {
  ret void
}
