; Instructions of each kind; with LLVM 14, pointers have types. versions: 14 22
%node = type { i32, { i64, ptr } }

@counter = global i32 0

declare i32 @variadic(ptr, ...)
declare void @llvm.assume(i1)

define i32 @arithmetic(i32 %a, i32 %b, float %x) {
  %sum = add nuw nsw i32 %a, %b
  %half = lshr exact i32 %sum, 1
  %both = or i32 %a, %half
  %wide = sext i32 %both to i64
  %narrow = trunc i64 %wide to i8
  %fast = fmul nnan nsz float %x, 2.0
  %less = fneg fast float %fast
  %integer = fptosi float %less to i32
  %above = icmp ugt i32 %integer, %a
  %ordered = fcmp ninf ord float %x, %less
  %chosen = select i1 %above, i32 %integer, i32 %b
  %frozen = freeze i32 %chosen
  ret i32 %frozen
}

define i32 @memory(ptr %n, i64 %i) {
  %slot = alloca i32, i32 4, align 16
  %field = getelementptr inbounds %node, ptr %n, i64 %i, i32 1, i32 0
  %value = load i64, ptr %field, align 8
  %low = trunc i64 %value to i32
  store volatile i32 %low, ptr %slot, align 4
  %old = atomicrmw add ptr @counter, i32 1 seq_cst, align 4
  %pair = cmpxchg weak ptr @counter, i32 %old, i32 0 syncscope("singlethread") acq_rel monotonic, align 4
  %was = extractvalue { i32, i1 } %pair, 0
  %changed = insertvalue { i32, i1 } %pair, i32 %was, 0
  %now = load atomic i32, ptr @counter acquire, align 4
  store atomic i32 %now, ptr @counter release, align 4
  fence syncscope("device") seq_cst
  ret i32 %now
}

define <2 x i32> @vectors(<2 x i32> %v, i32 %e) {
  %first = extractelement <2 x i32> %v, i32 1
  %1 = insertelement <2 x i32> %v, i32 %e, i32 0
  %2 = shufflevector <2 x i32> %1, <2 x i32> %v, <2 x i32> <i32 0, i32 3>
  ret <2 x i32> %2
}

define i32 @control(i32 %n, ptr %where) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  switch i32 %i, label %more [
    i32 3, label %done
    i32 -4, label %done
  ]
more:
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %jump
jump:
  indirectbr ptr %where, [label %done, label %dead]
dead:
  unreachable
done:
  ret i32 %i
}

define i32 @calls(ptr %f, ptr %list) {
  %1 = tail call fastcc i32 %f(i32 1)
  %2 = call i32 (ptr, ...) @variadic(ptr %f, i32 %1, double 1.0)
  call void @llvm.assume(i1 true) [ "align"(ptr %f, i64 8) ]
  %3 = va_arg ptr %list, i32
  ret i32 %3
}
