; versions: 18 19 22 23 24
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare void @convergent() convergent
declare void @plain()
declare token @token()

define void @bundles() convergent {
  %t = call token @llvm.experimental.convergence.anchor()
  call void @convergent() ["convergencectrl"(token %t), "convergencectrl"(token %t)]
  call void @convergent() ["convergencectrl"()]
  call void @convergent() ["convergencectrl"(i32 0)]
  call void @convergent() ["convergencectrl"(token none)]
  call void @plain() ["convergencectrl"(token %t)]
  ret void
}

define void @not_convergent() {
  %t = call token @llvm.experimental.convergence.entry()
  ret void
}

define void @entries(i1 %c) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  %t = call token @llvm.experimental.convergence.entry()
  %u = call token @llvm.experimental.convergence.anchor() ["convergencectrl"(token %t)]
  %l = call token @llvm.experimental.convergence.loop()
  %m = call token @llvm.experimental.convergence.loop() ["convergencectrl"(token %a)]
  br label %next
next:
  %v = call token @llvm.experimental.convergence.entry()
  ret void
}

define void @mixed() convergent {
  %t = call token @llvm.experimental.convergence.anchor()
  call void @convergent()
  ret void
}

define void @mixed_before() convergent {
  call void @convergent()
  %t = call token @llvm.experimental.convergence.anchor()
  ret void
}

define void @dominance(i1 %c) convergent {
  br i1 %c, label %left, label %right
left:
  %t = call token @llvm.experimental.convergence.anchor()
  br label %right
right:
  call void @convergent() ["convergencectrl"(token %t)]
  ret void
}

define void @nesting() convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  %b = call token @llvm.experimental.convergence.anchor()
  call void @convergent() ["convergencectrl"(token %a)]
  call void @convergent() ["convergencectrl"(token %b)]
  ret void
}

define void @nesting_of_branches(i1 %c) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  %b = call token @llvm.experimental.convergence.anchor()
  br i1 %c, label %left, label %right
left:
  call void @convergent() ["convergencectrl"(token %a)]
  br label %join
right:
  call void @convergent() ["convergencectrl"(token %b)]
  br label %join
join:
  call void @convergent() ["convergencectrl"(token %b)]
  ret void
}

define void @cycle(i1 %c) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  br label %head
head:
  call void @convergent() ["convergencectrl"(token %a)]
  br i1 %c, label %head, label %exit
exit:
  ret void
}

define void @heart(i1 %c) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  br label %head
head:
  br i1 %c, label %2, label %exit
2:
  %h = call token @llvm.experimental.convergence.loop() ["convergencectrl"(token %a)]
  br label %head
exit:
  ret void
}

define void @two_hearts(i1 %c) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  br label %head
head:
  %h = call token @llvm.experimental.convergence.loop() ["convergencectrl"(token %a)]
  br label %inner
inner:
  %i = call token @llvm.experimental.convergence.loop() ["convergencectrl"(token %a)]
  br i1 %c, label %inner, label %latch
latch:
  br i1 %c, label %head, label %exit
exit:
  ret void
}

define void @well(i1 %c) convergent {
  %a = call token @llvm.experimental.convergence.entry()
  br label %head
head:
  %h = call token @llvm.experimental.convergence.loop() ["convergencectrl"(token %a)]
  call void @convergent() ["convergencectrl"(token %h)]
  br i1 %c, label %head, label %exit
exit:
  call void @convergent() ["convergencectrl"(token %a)]
  ret void
}

define void @irreducible(i1 %c) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  br i1 %c, label %one, label %two
one:
  %h = call token @llvm.experimental.convergence.loop() ["convergencectrl"(token %a)]
  br label %two
two:
  br i1 %c, label %one, label %exit
exit:
  ret void
}

define void @entered_from_nowhere(i1 %c) convergent {
entry:
  %a = call token @llvm.experimental.convergence.anchor()
  br label %head
head:
  br label %body
body:
  call void @convergent() ["convergencectrl"(token %a)]
  br i1 %c, label %head, label %exit
exit:
  ret void
dead:
  br label %body
}
