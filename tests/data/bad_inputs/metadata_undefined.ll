define void @located() !dbg !3 {
  ret void
}
