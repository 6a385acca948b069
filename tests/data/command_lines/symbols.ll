; For nm: a private and an internal symbol, a weak one, and names of C++.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@text = private constant i32 1
@state = internal global i32 2

define weak i32 @_Z3addii(i32 %a, i32 %b) {
  %c = add i32 %a, %b
  ret i32 %c
}

declare void @_ZN4List6appendERKi(i32)
