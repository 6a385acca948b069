; versions: 14 15 16 17 19 22 23 24
declare i32 @__CxxFrameHandler3(...)
declare i32 @__gxx_personality_v0(...)
declare void @f()
declare void @g(ptr)
declare void @llvm.objc.release(ptr)
declare void @llvm.donothing()

define void @token(ptr %p) personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %clean
done:
  call void @llvm.objc.release(ptr %p)
  ret void
clean:
  %c = cleanuppad within none []
  call void @llvm.objc.release(ptr %p) ["funclet"(token %c)]
  call void @llvm.objc.release(ptr %p)
  cleanupret from %c unwind to caller
}

define void @bundles() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %clean
done:
  call void @f() ["funclet"()]
  call void @f() ["funclet"(token none)]
  ret void
clean:
  %c = cleanuppad within none []
  call void @f() ["funclet"(token %c), "funclet"(token %c)]
  call void @g(ptr null) ["bogus"(token %c)]
  %bogus = freeze i32 0
  cleanupret from %c unwind to caller
}

define void @personality() {
  invoke void @f() to label %done unwind label %clean
done:
  ret void
clean:
  %c = cleanuppad within none []
  cleanupret from %c unwind to caller
}

define void @entry() personality ptr @__CxxFrameHandler3 {
  %c = cleanuppad within none []
  ret void
}

define void @place() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %clean
done:
  %x = add i32 1, 2
  %d = cleanuppad within none []
  ret void
clean:
  %c = cleanuppad within none []
  br label %switch
switch:
  %s = catchswitch within %c [label %handler] unwind to caller
handler:
  %h = catchpad within %s []
  catchret from %h to label %done
}

define void @handlers() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %switch
done:
  ret void
switch:
  %s = catchswitch within none [label %handler] unwind label %landing
handler:
  ret void
landing:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

define void @own_pad() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %switch
done:
  ret void
switch:
  %s = catchswitch within none [label %handler] unwind label %handler
handler:
  %h = catchpad within %s []
  catchret from %h to label %done
}

define void @within_itself() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %clean
done:
  ret void
clean:
  %c = cleanuppad within none []
  invoke void @f() ["funclet"(token %c)] to label %done unwind label %clean
}

define void @left_twice() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %clean
done:
  ret void
clean:
  %c = cleanuppad within none []
  invoke void @f() ["funclet"(token %c)] to label %more unwind label %one
more:
  cleanupret from %c unwind label %two
one:
  %d = cleanuppad within none []
  unreachable
two:
  %e = cleanuppad within none []
  unreachable
}

define void @siblings() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %one
done:
  ret void
one:
  %c = cleanuppad within none []
  cleanupret from %c unwind label %two
two:
  %d = cleanuppad within none []
  cleanupret from %d unwind label %one
}

define void @catch_elsewhere() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %switch
done:
  ret void
switch:
  %s = catchswitch within none [label %handler] unwind label %one
handler:
  %h = catchpad within %s []
  invoke void @f() ["funclet"(token %h)] to label %back unwind label %two
back:
  catchret from %h to label %done
one:
  %d = cleanuppad within none []
  unreachable
two:
  %e = cleanuppad within none []
  unreachable
}

define void @nested() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %outer
done:
  ret void
outer:
  %o = cleanuppad within none []
  invoke void @f() ["funclet"(token %o)] to label %next unwind label %inner
next:
  invoke void @f() ["funclet"(token %o)] to label %last unwind label %uncle
last:
  cleanupret from %o unwind label %one
inner:
  %i = cleanuppad within %o []
  invoke void @f() ["funclet"(token %i)] to label %left unwind label %one
left:
  unreachable
uncle:
  %u = cleanuppad within %o []
  cleanupret from %u unwind label %two
one:
  %a = cleanuppad within none []
  unreachable
two:
  %b = cleanuppad within none []
  unreachable
}

define void @not_unwound() personality ptr @__CxxFrameHandler3 {
  br label %clean
clean:
  %c = cleanuppad within none []
  unreachable
}

define void @not_throwing() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %next unwind label %switch
next:
  ret void
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %h = catchpad within %s []
  invoke void @llvm.donothing() to label %next2 unwind label %clean
next2:
  unreachable
clean:
  %c = cleanuppad within %h []
  unreachable
}

define void @landing_pads(ptr %p) personality ptr @__gxx_personality_v0 {
  invoke void @f() to label %done unwind label %pad
done:
  br label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  invoke void @f() to label %next unwind label %pad2
next:
  ret void
pad2:
  %m = landingpad { ptr, ptr } cleanup
  resume { ptr, ptr } %m
}

define void @resume_alone() {
  resume { ptr, i32 } zeroinitializer
}

define void @no_pad() personality ptr @__gxx_personality_v0 {
  invoke void @f() to label %done unwind label %done
done:
  ret void
}

define void @nested_to_its_sibling() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %done unwind label %outer
done:
  ret void
outer:
  %o = cleanuppad within none []
  invoke void @f() ["funclet"(token %o)] to label %next unwind label %inner
next:
  cleanupret from %o unwind to caller
inner:
  %i = cleanuppad within %o []
  invoke void @f() ["funclet"(token %i)] to label %left unwind label %sibling
left:
  unreachable
sibling:
  %s = cleanuppad within %o []
  unreachable
}
