; versions 15 to 22
define i32 @jumps(i32 %n) {
entry:
  %a = callbr i32 asm sideeffect "# $0", "=r,r,!i,!i"(i32 %n) to label %direct [label %one, label %two]

direct:
  callbr void asm "", "r,!i"(i32 %a) to label %two [label %one]

one:
  %p = phi i32 [ 0, %entry ], [ 1, %direct ]
  ret i32 %p

two:
  %q = phi i32 [ 0, %entry ], [ %a, %direct ]
  ret i32 %q
}
