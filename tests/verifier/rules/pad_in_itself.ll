; versions: 14 19 22 23
declare i32 @p(...)
define void @f() personality ptr @p {
  ret void
b:
  %x = cleanuppad within %x []
  cleanupret from %x unwind to caller
}