; Exception handling: landing pads, and the pads of Windows. versions: 22
declare i32 @personality(...)
declare void @throws()
@type = external constant i8

define void @landing() personality ptr @personality {
  invoke void @throws() to label %fine unwind label %pad
fine:
  ret void
pad:
  %caught = landingpad { ptr, i32 } cleanup catch ptr @type filter [0 x ptr] zeroinitializer
  resume { ptr, i32 } %caught
}

define void @funclets() personality ptr @personality {
  invoke void @throws() to label %fine unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %handler] unwind label %cleanup
handler:
  %catch = catchpad within %switch [ptr @type, i32 64]
  call void @throws() [ "funclet"(token %catch) ]
  catchret from %catch to label %fine
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
fine:
  ret void
}
