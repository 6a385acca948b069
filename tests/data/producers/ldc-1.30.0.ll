; ModuleID = 'd.d'
source_filename = "d.d"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; [#uses = 0]
; Function Attrs: uwtable
define i32 @add(i32 %a_arg, i32 %b_arg) #0 {
  %a = alloca i32, align 4                        ; [#uses = 2, size/byte = 4]
  %b = alloca i32, align 4                        ; [#uses = 2, size/byte = 4]
  store i32 %a_arg, i32* %a, align 4
  store i32 %b_arg, i32* %b, align 4
  %1 = load i32, i32* %a, align 4                 ; [#uses = 1]
  %2 = load i32, i32* %b, align 4                 ; [#uses = 1]
  %3 = add i32 %1, %2                             ; [#uses = 1]
  ret i32 %3
}

attributes #0 = { uwtable "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }

!llvm.ident = !{!0}

!0 = !{!"ldc version 1.30.0"}
