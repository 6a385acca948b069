; versions: 14 15 16 19 22 23 24
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @llvm.call.preallocated.teardown(token)
declare void @one(ptr preallocated(i32))
declare void @two(ptr preallocated(i32), ptr preallocated(i32))
declare void @none(i32)
declare token @token()

define void @well() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @one(ptr preallocated(i32) %a) ["preallocated"(token %t)]
  ret void
}

define void @indices(i32 %n) {
  %s = call token @llvm.call.preallocated.setup(i32 %n)
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 1) preallocated(i32)
  %u = call token @llvm.call.preallocated.setup(i32 1)
  %b = call ptr @llvm.call.preallocated.arg(token %u, i32 -1) preallocated(i32)
  %v = call token @llvm.call.preallocated.setup(i32 1)
  %c = call ptr @llvm.call.preallocated.arg(token %v, i32 0)
  %d = call ptr @llvm.call.preallocated.arg(token none, i32 0) preallocated(i32)
  call void @llvm.call.preallocated.teardown(token none)
  ret void
}

define void @prepared(ptr %p) {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  call void @none(i32 0) ["preallocated"(token %t)]
  %u = call token @llvm.call.preallocated.setup(i32 1)
  call void @two(ptr preallocated(i32) %p, ptr preallocated(i32) %p) ["preallocated"(token %u)]
  %v = call token @llvm.call.preallocated.setup(i32 1)
  call void @one(ptr preallocated(i32) %p) ["preallocated"(token %v)]
  call void @one(ptr preallocated(i32) %p) ["preallocated"(token %v)]
  %w = call token @llvm.call.preallocated.setup(i32 1)
  call void @one(ptr preallocated(i32) %p) ["preallocated"(token %w), "preallocated"(token %w)]
  %x = call token @llvm.call.preallocated.setup(i32 1)
  call void @one(ptr preallocated(i32) %p) ["other"(token %x)]
  call void @one(ptr preallocated(i32) %p)
  call void @none(i32 0) ["preallocated"()]
  call void @one(ptr preallocated(i32) %p) ["preallocated"(i32 0)]
  ret void
}

define void @used(ptr preallocated(i32) %p) {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  musttail call void @used(ptr preallocated(i32) %p) ["preallocated"(token %t)]
  ret void
}
