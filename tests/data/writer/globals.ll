source_filename = "größe.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

$any = comdat any
$pair = comdat nodeduplicate

%named = type { i32, ptr, [3 x i8] }
%"größe" = type opaque
%packed = type <{ i8, i64 }>

@word = global i32 7, align 4
@constant = internal unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@text = private constant [6 x i8] c"hello\00"
@sentence = private constant [13 x i8] c"hello, world\00"
@bytes = private constant [4 x i8] c"\FF\FE\00\01"
@unterminated = private constant [2 x i8] c"ab"
@floats = global [3 x float] [float 1.0, float -0.0, float 0x7FF8000000000000]
@wide = global i128 170141183460469231731687303715884105727
@extended = global x86_fp80 0xK4000C8F5C28F5C28F800
@quad = global fp128 0xL00000000000000004000000000000000
@half = global half 0xH3C00
@struct = global %named { i32 1, ptr @word, [3 x i8] zeroinitializer }
@packed = global %packed <{ i8 1, i64 2 }>
@local = thread_local(initialexec) global i32 0
@shared = common global [16 x i32] zeroinitializer, align 16
@far = addrspace(3) global i32 undef
@declared = external global i32
@weak = extern_weak global i32
@hidden = weak_odr hidden global i32 1, comdat($any)
@exported = dllexport global i32 1
@placed = global i32 1, section "data.one", partition "part"
@kept = global i32 1, section "data.two", comdat($pair)
@difference = global i64 sub (i64 ptrtoint (ptr @word to i64), i64 ptrtoint (ptr @struct to i64))
@inner = global ptr getelementptr inbounds (%named, ptr @struct, i32 0, i32 2, i64 1)
@plain = global ptr getelementptr (i8, ptr @word, i64 2)
@0 = global i32 5
@llvm.used = appending global [1 x ptr] [ptr @word], section "llvm.metadata"

@alias = weak alias i32, ptr @word
@interposable = linkonce_odr unnamed_addr alias i8, getelementptr (i8, ptr @word, i64 1)
@picked = ifunc void (), ptr @resolver

define internal ptr @resolver() {
  ret ptr @stub
}

define void @stub() unnamed_addr gc "shadow" prefix i32 1 prologue i8 2 {
  ret void
}

define available_externally void @copy() align 16 {
  ret void
}

define linkonce_odr hidden void @shared_code() section "text.one" comdat($any) {
  ret void
}

declare noalias nonnull ptr @malloc(i64 noundef) #0

attributes #0 = { nounwind allocsize(0) "größe"="ö" "plain" }
