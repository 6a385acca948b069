; versions: 22 23 24
; "alloc-variant-zeroed" names a function of the same family, type and convention that returns zeroed memory.

declare ptr @a(i32) "alloc-variant-zeroed"="z" "alloc-family"="y" allockind("alloc,uninitialized")
declare ptr @b(i32) "alloc-variant-zeroed"="a" "alloc-family"="y" allockind("alloc,uninitialized")
declare ptr @c(i64) "alloc-variant-zeroed"="z" "alloc-family"="x" allockind("alloc,uninitialized")
declare ptr @d(i32) "alloc-variant-zeroed"="" "alloc-family"="x" allockind("alloc,uninitialized")
declare fastcc ptr @e(i32) "alloc-variant-zeroed"="z" "alloc-family"="x" allockind("alloc,uninitialized")
declare ptr @f(i32) "alloc-variant-zeroed"="z" "alloc-family"="x" allockind("alloc,uninitialized")
declare ptr @g(i32) "alloc-variant-zeroed"="nothing" "alloc-family"="x" allockind("alloc,uninitialized")
declare ptr @z(i32) "alloc-family"="x" allockind("alloc,zeroed")
