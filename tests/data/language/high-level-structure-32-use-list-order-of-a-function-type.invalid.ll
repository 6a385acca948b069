; Use-list Order Directives: the block gives a function's type where its pointer's is wanted.
; 11:24: error: functions are not values, refer to them as pointers
declare i32 @bar(i32)

define void @foo() {
  %1 = call i32 @bar(i32 1)
  %2 = call i32 @bar(i32 2)
  ret void
}

uselistorder i32 (i32) @bar, { 1, 0 }
