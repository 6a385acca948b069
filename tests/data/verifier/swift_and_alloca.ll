; versions 14 to 22
declare swiftcc void @fails(ptr swifterror)
declare void @takes(ptr inalloca({ i32, ptr }))
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @prepared(ptr preallocated(i32))
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
declare void @llvm.localescape(...)
declare ptr @llvm.localrecover(ptr, ptr, i32)
declare ptr @llvm.frameaddress(i32)
declare ptr @llvm.returnaddress(i32)
declare ptr @llvm.swift.async.context.addr()
declare void @llvm.gcroot(ptr, ptr)

define swiftcc void @errors(ptr swifterror %outer) {
  %slot = alloca swifterror ptr, align 8
  store ptr null, ptr %slot, align 8
  call swiftcc void @fails(ptr swifterror %slot)
  %v = load ptr, ptr %slot, align 8
  store ptr %v, ptr %outer, align 8
  ret void
}

define void @in_alloca() {
  %saved = call ptr @llvm.stacksave()
  %memory = alloca inalloca { i32, ptr }, align 4
  call void @takes(ptr inalloca({ i32, ptr }) %memory)
  call void @llvm.stackrestore(ptr %saved)
  ret void
}

define void @preallocated() {
  %token = call token @llvm.call.preallocated.setup(i32 1)
  %place = call ptr @llvm.call.preallocated.arg(token %token, i32 0) preallocated(i32)
  call void @prepared(ptr preallocated(i32) %place) [ "preallocated"(token %token) ]
  ret void
}

define void @escapes() {
  %a = alloca i32, align 4
  %b = alloca i64, align 8
  call void (...) @llvm.localescape(ptr %a, ptr %b)
  %f = call ptr @llvm.frameaddress(i32 0)
  %r = call ptr @llvm.returnaddress(i32 0)
  ret void
}

define ptr @recovers(ptr %fp) {
  %r = call ptr @llvm.localrecover(ptr @escapes, ptr %fp, i32 1)
  ret ptr %r
}

define void @rooted() gc "shadow-stack" {
  %root = alloca ptr, align 8
  call void @llvm.gcroot(ptr %root, ptr null)
  ret void
}
