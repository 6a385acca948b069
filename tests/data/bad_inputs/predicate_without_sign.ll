define i1 @less(i64 %n) {
  %c = icmp gt i64 %n, 5
  ret i1 %c
}
