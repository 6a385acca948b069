; What a module holds beside functions' bodies: types, attributes, globals of each kind, sections, comdats. versions: 14 22
source_filename = "module.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl started"

%pair = type { i32, [2 x float] }
%hidden = type opaque

$shared = comdat any

@first = global i32 7, align 4
@table = private unnamed_addr constant [3 x i16] [i16 1, i16 -2, i16 3], section "tables"
@pairs = hidden thread_local(initialexec) global [2 x %pair] zeroinitializer, align 16
@shared = linkonce_odr global i32 0, comdat, align 4
@outside = external global %hidden
@0 = private constant i8 1

@other = alias i32, ptr @first

declare void @take(ptr nocapture readonly %p, i32 signext %n, ptr byval(%pair) align 8 %q) #0
declare noalias ptr @make(i64 noundef) allocsize(0)

define internal fastcc i32 @kept(<4 x float> %v) #1 section "code" gc "statepoint-example" {
  ret i32 0
}

attributes #0 = { nounwind "frame-pointer"="all" "no-builtins" }
attributes #1 = { noinline alignstack=16 }
