define void @choose(i64 %n) {
  switch i64 %n, label %end [
    i64 7, label %end
    i64 7, label %end
  ]
end:
  ret void
}
