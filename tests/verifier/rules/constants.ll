; versions: 22 23 24
@g = global i32 0
@a = global ptr ptrauth (ptr @g, i32 1, i64 2, ptr null, ptr @g)
@b = global ptr ptrauth (ptr @g, i32 1, i64 2, ptr null, ptr inttoptr (i64 1 to ptr))
@c = global i64 ptrtoaddr (ptr @g to i64)
@d = global i32 ptrtoaddr (ptr @g to i32)
@e = global [2 x i32] [i32 ptrtoaddr (ptr @g to i32), i32 0]
define ptr @f() {
  store ptr ptrauth (ptr @g, i32 1, i64 2, ptr null, ptr inttoptr (i64 2 to ptr)), ptr @g
  %x = add i32 ptrtoaddr (ptr @g to i32), 1
  %y = getelementptr i8, ptr inttoptr (i32 ptrtoaddr (ptr getelementptr (i8, ptr @g, i32 3) to i32) to ptr), i32 ptrtoaddr (ptr @g to i32)
  ret ptr ptrauth (ptr @g, i32 1, i64 2, ptr null, ptr inttoptr (i64 2 to ptr))
}
