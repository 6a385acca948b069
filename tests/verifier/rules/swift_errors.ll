; versions: 14 15 16 19 22 23 24
declare void @callee(ptr swifterror)
declare void @other(ptr)
declare void @both(ptr, ptr swifterror)
declare i32 @personality(...)

define swiftcc ptr @parameter(ptr swifterror %e, i1 %c) personality ptr @personality {
  %loaded = load ptr, ptr %e
  store ptr null, ptr %e
  call void @callee(ptr swifterror %e)
  call void @other(ptr %e)
  ret ptr %e
}

define swiftcc void @stored(ptr swifterror %e, ptr %p) {
  store ptr %e, ptr %p
  ret void
}

define swiftcc void @compared(ptr swifterror %e, ptr %p) {
  %c = icmp eq ptr %e, %p
  ret void
}

define swiftcc void @two(ptr swifterror %e) {
  call void @both(ptr %e, ptr swifterror %e)
  ret void
}

define swiftcc void @allocas() {
  %a = alloca swifterror ptr
  %b = alloca swifterror i32
  %c = alloca swifterror ptr, i32 2
  call void @callee(ptr swifterror %a)
  call void @callee(ptr swifterror null)
  call void @other(ptr %a)
  %d = getelementptr ptr, ptr %a, i32 1
  ret void
}
