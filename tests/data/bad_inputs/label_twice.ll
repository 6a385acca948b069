define void @twice(i1 %c) {
  br i1 %c, label %end, label %end
end:
  ret void
end:
  ret void
}
