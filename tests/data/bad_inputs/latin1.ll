; größe
define i64 @next(i64 %n) {
  %sum = add i64 %other, 1 ; é
  ret i64 %sum
}
