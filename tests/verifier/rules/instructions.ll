; versions: 14 15 16 19 22 23 24
%opaque = type opaque
@global = global i32 0
declare void @f(i32)

define void @alignments(ptr %p) {
  %a = load i32, ptr %p, align 4294967296
  ret void
}

define void @atomics(ptr %p, i32 %n, i1 %c, i24 %odd, { i32 } %s, x86_fp80 %long, <2 x float> %v, ptr %q, float %f) {
  %a = load atomic i1, ptr %p monotonic, align 1
  %b = load atomic i24, ptr %p monotonic, align 4
  %c1 = load atomic x86_fp80, ptr %p monotonic, align 16
  %d = load atomic { i32 }, ptr %p monotonic, align 4
  store atomic i1 %c, ptr %p monotonic, align 1
  store atomic i24 %odd, ptr %p monotonic, align 4
  store atomic { i32 } %s, ptr %p monotonic, align 4
  %g = cmpxchg ptr %p, i24 %odd, i24 0 monotonic monotonic
  %h = cmpxchg ptr %p, i1 %c, i1 0 monotonic monotonic
  %l = atomicrmw xchg ptr %p, float %f monotonic
  fence syncscope("agent") release
  ret void
}

define void @users_before(i32 %n) {
  %a = add i32 %b, 1
  %b = add i32 %n, 1
  %c = add i32 %c, 1
  ret void
}

define i32 @unreachable_blocks(i32 %n) {
  ret i32 %n
dead:
  %a = add i32 %b, 1
  %b = add i32 %a, 1
  %c = add i32 %c, 1
  br label %dead
}

define i32 @from_unreachable(i32 %n) {
entry:
  br label %exit
dead:
  %a = add i32 %n, 1
  br label %exit
exit:
  %p = phi i32 [ 0, %entry ], [ %a, %dead ]
  %q = add i32 %a, 1
  ret i32 %q
}

define i32 @phis(i1 %c, i32 %n) {
entry:
  br i1 %c, label %left, label %right
left:
  %x = add i32 %n, 1
  br label %join
right:
  br label %join
join:
  %a = phi i32 [ %x, %left ], [ %x, %right ]
  %b = phi i32 [ 1, %left ], [ 2, %right ], [ 3, %entry ]
  ret i32 %a
}

define i32 @phis_2(i1 %c, i32 %n) {
entry:
  br i1 %c, label %left, label %right
left:
  br label %join
right:
  br label %join
join:
  %b = phi i32 [ 1, %left ], [ 2, %entry ]
  ret i32 %b
}

define i32 @phis_3(i32 %n) {
entry:
  switch i32 %n, label %join [ i32 1, label %join
                               i32 2, label %other ]
other:
  br label %join
join:
  %b = phi i32 [ 1, %entry ], [ 2, %entry ], [ 3, %other ]
  ret i32 %b
}

define i32 @phis_4(i32 %n) {
entry:
  switch i32 %n, label %join [ i32 1, label %join
                               i32 2, label %other ]
other:
  %z = add i32 1, 2
  %t = phi i32 [ 1, %entry ]
  br label %join
join:
  %b = phi i32 [ 1, %entry ], [ 1, %entry ], [ 3, %other ]
  ret i32 %b
}

define void @cases(i32 %n) {
  switch i32 %n, label %one [ i32 1, label %one
                              i32 2, label %one ]
one:
  ret void
}

define void @assembly(ptr %p, i32 %n) {
  call void asm "", "*r"(ptr %p)
  call void asm "", "*r"(ptr elementtype(i32) %p)
  call void asm "", "*r"(i32 %n)
  call void asm "", "r"(ptr elementtype(i32) %p)
  call void asm "", "=*m,r,~{memory}"(ptr elementtype(i32) %p, i32 %n)
  call void asm "", "=*m,r,~{memory}"(ptr %p, i32 %n)
  ret void
}

define i32 @tokens(i32 %n) {
  ret i32 ptrtoint (ptr @f to i32)
}
