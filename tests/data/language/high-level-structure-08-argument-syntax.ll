; Functions: arguments with and without attributes and names.
declare void @types(i32, i8*, ...)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @named(i32 %count, i8* %text)

define i8* @arguments(i32, i32 signext, i8* noalias nocapture readonly %text, i8* dereferenceable(8) align 4 "kind"="text" %"quoted name") {
  %sum = add i32 %0, %1
  ret i8* %text
}
