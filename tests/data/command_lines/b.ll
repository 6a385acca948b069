; Defines @helper for a.ll, and @extra, which nothing needs.
source_filename = "b.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @helper(i32 %n) {
  %y = mul i32 %n, 2
  ret i32 %y
}

define i32 @extra(i32 %n) {
  %y = add i32 %n, 5
  %z = sub i32 %y, %n
  ret i32 %z
}
