; Symbols of every kind, for llvm-extract. LLVM 14 refuses its pointers.
@shared = internal constant i32 7
@text = private constant [3 x i8] c"hi\00"
@weak = linkonce_odr global i32 1
@other_name = alias i32, ptr @shared
@chosen = ifunc i32 (), ptr @choose

define i32 @caller() {
  %x = call i32 @callee()
  %y = load i32, ptr @other_name
  %z = add i32 %x, %y
  ret i32 %z
}

define internal i32 @callee() {
  %x = load i32, ptr @shared
  %y = call i32 @chosen()
  ret i32 %y
}

define ptr @choose() {
  ret ptr @callee
}

define i32 @blocks(i32 %n) {
first:
  %odd = trunc i32 %n to i1
  br i1 %odd, label %second, label %third

second:
  br label %third

third:
  %result = phi i32 [ 1, %first ], [ 2, %second ]
  ret i32 %result
}
module asm "nop"
