define void @jump(i64 %n) {
  br i64 %n, label %end, label %end
end:
  ret void
}
