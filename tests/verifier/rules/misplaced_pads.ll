; versions: 14 19 22 23
declare i32 @p(...)
declare void @g()

define void @late_catchpad() personality ptr @p {
  invoke void @g() to label %ok unwind label %cs
ok:
  ret void
cs:
  %s = catchswitch within none [label %h] unwind to caller
h:
  %z = add i32 1, 1
  %cp = catchpad within %s []
  catchret from %cp to label %ok
}

define void @late_catchswitch() personality ptr @p {
  invoke void @g() to label %ok unwind label %cs
ok:
  ret void
cs:
  %z = add i32 1, 1
  %s = catchswitch within none [label %h] unwind to caller
h:
  %cp = catchpad within %s []
  catchret from %cp to label %ok
}

define void @cycle() personality ptr @p {
  invoke void @g() to label %ok unwind label %a
ok:
  ret void
a:
  %x = cleanuppad within none []
  br label %c
b:
  %y = cleanuppad within %z []
  cleanupret from %y unwind label %a
c:
  %z = cleanuppad within %y []
  cleanupret from %z unwind label %a
}
