%pair = type { i64, i64 }

define ptr @third(ptr %p) {
  %q = getelementptr %pair, ptr %p, i64 0, i32 2
  ret ptr %q
}
