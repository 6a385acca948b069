target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, i64 }

declare i32 @callee(i32, ...)
declare void @nothing()
declare i32 @handler(...)

define i32 @arithmetic(i32 %a, i32 %b, double %x, double %y) {
entry:
  %sum = add nuw nsw i32 %a, %b
  %difference = sub i32 %sum, 7
  %quotient = udiv exact i32 %difference, %b
  %or = or disjoint i32 %quotient, 8
  %wide = zext nneg i32 %or to i64
  %narrow = trunc nuw i64 %wide to i32
  %negated = fneg fast double %x
  %product = fmul reassoc nnan double %negated, %y
  %less = fcmp olt double %product, %x
  %equal = icmp eq i32 %narrow, %a
  %both = and i1 %less, %equal
  %chosen = select i1 %both, i32 %a, i32 %b
  %frozen = freeze i32 %chosen
  ret i32 %frozen
}

define void @memory(ptr %p, i32 %n) {
  %one = alloca i32, align 4
  %many = alloca %pair, i32 %n, align 32
  %swift = alloca swifterror ptr, align 8
  store i32 1, ptr %one, align 4
  store volatile i32 %n, ptr %p, align 4
  %loaded = load i32, ptr %one, align 4
  %field = getelementptr inbounds nuw %pair, ptr %many, i32 0, i32 1
  store atomic i32 %loaded, ptr %p syncscope("singlethread") release, align 4
  %atomic = load atomic i32, ptr %p seq_cst, align 4
  %old = atomicrmw add ptr %p, i32 %atomic monotonic, align 4
  %pair = cmpxchg weak ptr %p, i32 %old, i32 %n acq_rel monotonic, align 4
  %value = extractvalue { i32, i1 } %pair, 0
  %made = insertvalue %pair poison, i32 %value, 0
  fence syncscope("own") acquire
  ret void
}

define i32 @control(i32 %n, ptr %target) personality ptr @handler {
entry:
  switch i32 %n, label %rest [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  br label %join
two:
  br i1 poison, label %join, label %loop
loop:
  %i = phi i32 [ 0, %two ], [ %next, %loop ]
  %next = add i32 %i, 1
  %done = icmp sgt i32 %next, %n
  br i1 %done, label %join, label %loop
join:
  %result = phi i32 [ 1, %one ], [ 2, %two ], [ %next, %loop ]
  %called = tail call fastcc i32 (i32, ...) @callee(i32 %result, double 1.0) [ "deopt"(i32 %n), "own"() ]
  invoke void @nothing() to label %fine unwind label %pad
fine:
  ret i32 %called
pad:
  %caught = landingpad { ptr, i32 } cleanup catch ptr null filter [1 x ptr] [ptr @nothing]
  resume { ptr, i32 } %caught
rest:
  indirectbr ptr %target, [label %one, label %two]
}

define void @vectors(<4 x i32> %v, <vscale x 2 x double> %s) {
  %element = extractelement <4 x i32> %v, i32 1
  %changed = insertelement <4 x i32> %v, i32 %element, i32 0
  %shuffled = shufflevector <4 x i32> %v, <4 x i32> %changed, <4 x i32> <i32 0, i32 5, i32 poison, i32 7>
  %compared = icmp ult <4 x i32> %shuffled, <i32 1, i32 2, i32 3, i32 4>
  ret void
}

define ptr @addresses(ptr %list) {
here:
  %argument = va_arg ptr %list, i32
  call void asm sideeffect "nop # $0", "r,~{memory}"(i32 %argument)
  ret ptr blockaddress(@control, %join)
}

define void @funclets() personality ptr @handler {
  invoke void @nothing() to label %end unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %catch] unwind label %clean
catch:
  %catchpad = catchpad within %switch [ptr null, i32 64]
  catchret from %catchpad to label %end
clean:
  %cleanuppad = cleanuppad within none []
  cleanupret from %cleanuppad unwind to caller
end:
  ret void
}
