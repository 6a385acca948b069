; Has another target than a.ll: a link warns.
source_filename = "other.c"
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-unknown-linux-gnu"

define void @elsewhere() {
  ret void
}
