; versions: 23 24
; `!inline_history` lists functions, or null for one that is gone, and belongs to calls.

define void @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !inline_history !{}
  call void @g(), !inline_history !{i32 1}
  call void @g(), !inline_history !{!"g", null}
  call void @g(), !inline_history !{null, ptr @f, ptr @a}
  ret void
}

declare void @g()
@a = alias void (ptr), ptr @f
