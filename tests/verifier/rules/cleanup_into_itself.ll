; versions: 14 19 22 23
declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %ok unwind label %b
ok:
  ret void
b:
  %x = cleanuppad within none []
  invoke void @g() ["funclet"(token %x)] to label %d unwind label %c
d:
  cleanupret from %x unwind label %c
c:
  %y = cleanuppad within %x []
  cleanupret from %y unwind to caller
}