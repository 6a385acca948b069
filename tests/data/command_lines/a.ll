; Defines @main, which calls @helper of b.ll.
source_filename = "a.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@count = global i32 1, align 4

declare i32 @helper(i32)

define i32 @main() {
entry:
  %x = call i32 @helper(i32 7)
  br label %exit

exit:
  ret i32 %x
}
