define void @f() {
  call void @llvm.dbg.value(metadata i64 1, metadata !9, metadata !DIExpression())
  ret void
}

declare void @llvm.dbg.value(metadata, metadata, metadata)
