; versions: 19 22
; An expression of an alias that may be replaced is accepted, the alias itself is not.
@a = global i32 0
@b = weak alias i32, ptr @a
@c = alias i8, getelementptr (i8, ptr @b, i64 1)
@d = alias i32, ptr @b
