; versions: 23
declare i32 @p(...)
declare void @g()
define void @f(ptr %q) personality ptr @p {
  %a = alloca i32
  %l = getelementptr i8, ptr %a, i64 4
  invoke void @g() to label %ok unwind label %cs
ok:
  ret void
cs:
  %s = catchswitch within none [label %h, label %i, label %j] unwind to caller
h:
  %cp = catchpad within %s [ptr null, i32 1, ptr %a]
  catchret from %cp to label %ok
i:
  %cq = catchpad within %s [ptr %q]
  catchret from %cq to label %ok
j:
  %cr = catchpad within %s [ptr null, ptr %l]
  catchret from %cr to label %ok
}