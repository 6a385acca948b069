; versions 14 to 22
@type = external constant ptr

declare i32 @__gxx_personality_v0(...)
declare i32 @callee(i32) nounwind
declare void @thrower()

define i32 @landing(i32 %a) personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @callee(i32 %a) to label %fine unwind label %pad

fine:
  invoke void @thrower()
          to label %done unwind label %second

done:
  ret i32 %r

pad:
  %caught = landingpad { ptr, i32 }
          cleanup
          catch ptr @type
          filter [1 x ptr] [ptr @type]
  %selector = extractvalue { ptr, i32 } %caught, 1
  resume { ptr, i32 } %caught

second:
  %again = landingpad { ptr, i32 }
          catch ptr null
  br label %done.two

done.two:
  %merged = phi i32 [ 1, %second ]
  ret i32 %merged
}

define void @bundles() personality ptr @__gxx_personality_v0 {
  invoke void @thrower() [ "deopt"(i32 1) ] to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
