; --bb=nested:work
; A landing pad that another landing pad's block leads to, which is split first; where an invoke unwinds belongs to the blocks.
declare i32 @__gxx_personality_v0(...)
declare void @work()
declare void @clean()
declare void @end(ptr)

define void @nested() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @work()
          to label %work unwind label %pad

work:
  invoke void @work()
          to label %done unwind label %inner

pad:
  %first = landingpad { ptr, i32 }
          cleanup
  invoke void @clean()
          to label %gone unwind label %inner

inner:
  %n = phi i32 [ 1, %work ], [ 2, %pad ]
  %second = landingpad { ptr, i32 }
          catch ptr null
  %what = extractvalue { ptr, i32 } %second, 0
  call void @end(ptr %what)
  unreachable

gone:
  resume { ptr, i32 } %first

done:
  ret void
}
