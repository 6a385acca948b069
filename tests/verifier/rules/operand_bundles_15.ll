; versions: 15 16 19 22 23 24
declare void @f()

define void @authenticated(ptr %p, i64 %d, i32 %k) {
  call void %p() ["ptrauth"(i32 1, i64 %d)]
  call void @f() ["ptrauth"(i32 1, i64 %d)]
  call void %p() ["ptrauth"(i32 1, i64 %d), "ptrauth"(i32 1, i64 %d)]
  call void %p() ["ptrauth"(i32 1)]
  call void %p() ["ptrauth"(i32 %k, i64 %d)]
  call void %p() ["ptrauth"(i64 1, i64 %d)]
  call void %p() ["ptrauth"(i32 1, i32 %k)]
  call void %p() ["kcfi"(i32 1)]
  call void %p() ["kcfi"(i32 1), "kcfi"(i32 1)]
  call void %p() ["kcfi"(i32 1, i32 2)]
  call void %p() ["kcfi"(i32 %k)]
  call void %p() ["kcfi"(i64 1)]
  ret void
}
