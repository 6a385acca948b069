; versions 14 to 22
target triple = "x86_64-pc-windows-msvc"

declare i32 @__CxxFrameHandler3(...)
declare i32 @__C_specific_handler(...)
declare void @may_throw(i32)

define void @catching() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @may_throw(i32 1) to label %exit unwind label %dispatch

dispatch:
  %switch = catchswitch within none [label %handler, label %other] unwind label %cleanup

handler:
  %catch = catchpad within %switch [ptr null, i32 64, ptr null]
  invoke void @may_throw(i32 2) [ "funclet"(token %catch) ]
          to label %leave unwind label %cleanup

leave:
  catchret from %catch to label %exit

other:
  %catch.two = catchpad within %switch [ptr null, i32 8, ptr null]
  invoke void @may_throw(i32 3) [ "funclet"(token %catch.two) ]
          to label %leave.two unwind label %inner

leave.two:
  catchret from %catch.two to label %exit

inner:
  %nested = cleanuppad within %catch.two []
  call void @may_throw(i32 4) [ "funclet"(token %nested) ]
  cleanupret from %nested unwind label %cleanup

cleanup:
  %pad = cleanuppad within none []
  call void @may_throw(i32 5) [ "funclet"(token %pad) ]
  cleanupret from %pad unwind to caller

exit:
  ret void
}

define i32 @structured() personality ptr @__C_specific_handler {
entry:
  invoke void @may_throw(i32 1) to label %exit unwind label %one
one:
  %s = catchswitch within none [label %c] unwind to caller
c:
  %p = catchpad within %s [ptr null]
  catchret from %p to label %exit
exit:
  %r = phi i32 [ 0, %entry ], [ 1, %c ]
  ret i32 %r
}
