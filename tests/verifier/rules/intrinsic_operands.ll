; versions: 14 15 16 19 22 23 24
declare i32 @llvm.ctpop.i32(i32)
declare void @llvm.donothing()
declare i32 @personality(...)
declare void @take(ptr)
@address = global ptr @llvm.ctpop.i32

define ptr @taken(ptr %p) {
  store ptr @llvm.ctpop.i32, ptr %p
  call void @take(ptr @llvm.donothing)
  ret ptr @llvm.ctpop.i32
}

define i32 @defined_elsewhere() {
  %a = call i32 @llvm.ctpop.i32(i32 1)
  ret i32 %a
}

define i32 @llvm.own.definition() {
  ret i32 0
}

define void @assembly_address() {
  %named = call i32 @llvm.own.definition()
  ret void
}
