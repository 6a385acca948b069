; Constants of each kind, and expressions. versions: 14 22
@text = constant [6 x i8] c"hello\00"
@bytes = constant [3 x i8] c"\01\02\03"
@words = constant [2 x i64] [i64 -1, i64 18446744073709551615]
@floats = constant { half, float, double, x86_fp80 } { half 0xH3C00, float 1.5, double -2.25, x86_fp80 0xK3FFF8000000000000000 }
@wide_floats = constant { bfloat, fp128, ppc_fp128 } { bfloat 0xR3FC0, fp128 0xL00000000000000004000000000000001, ppc_fp128 0xM40000000000000010000000000000002 }
@wide = constant i128 170141183460469231731687303715884105727
@flags = constant <3 x i1> <i1 true, i1 false, i1 true>
@nothing = constant { ptr, [2 x i32], i32, i32 } { ptr null, [2 x i32] zeroinitializer, i32 undef, i32 poison }
@second = constant ptr getelementptr inbounds ([2 x i64], ptr @words, i64 0, i64 1)
@number = constant i64 ptrtoint (ptr @text to i64)
@difference = constant i64 sub (i64 ptrtoint (ptr @bytes to i64), i64 ptrtoint (ptr @text to i64))
@label = constant ptr blockaddress(@body, %next)
@near = constant ptr dso_local_equivalent @body

define void @body(i1 %c) {
  br i1 %c, label %next, label %next
next:
  call void asm sideeffect "nop # $0", "r,~{memory}"(i32 3)
  ret void
}
