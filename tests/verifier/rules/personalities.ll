; versions: 14 16 19 22 23 24
$shared = comdat any

@shared = common global i32 0, comdat

declare i32 @personality(...)

declare void @throws()

define void @no_personality_for_a_landing_pad() {
  invoke void @throws() to label %done unwind label %pad

pad:
  %l = landingpad i32 cleanup
  ret void

done:
  ret void
}

define void @no_personality_for_funclets() {
  invoke void @throws() to label %done unwind label %dispatch

dispatch:
  %switch = catchswitch within none [label %handler] unwind to caller

handler:
  %catch = catchpad within %switch []
  catchret from %catch to label %done

done:
  ret void
}

define void @landing_pad_after_another_instruction(i32 %x) personality ptr @personality {
  invoke void @throws() to label %done unwind label %pad

pad:
  %y = add i32 %x, 1
  %l = landingpad i32 cleanup
  ret void

done:
  ret void
}
