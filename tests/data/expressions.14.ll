source_filename = "expressions.ll"

@plain = global i32 1
@weak = extern_weak global i8
@integers = constant [4 x i32] [i32 add nsw (i32 ptrtoint (i32* @plain to i32), i32 1), i32 and (i32 ptrtoint (i32* @plain to i32), i32 8), i32 select (i1 icmp ult (i32 ptrtoint (i32* @plain to i32), i32 8), i32 1, i32 2), i32 extractelement (<2 x i32> <i32 ptrtoint (i32* @plain to i32), i32 1>, i32 ptrtoint (i32* @plain to i32))]
@reals = constant [2 x float] [float fadd (float bitcast (i32 ptrtoint (i32* @plain to i32) to float), float 1.000000e+00), float fneg (float bitcast (i32 ptrtoint (i32* @plain to i32) to float))]
@truths = constant [3 x i1] [i1 icmp eq (i8* @weak, i8* null), i1 icmp ult (i32 ptrtoint (i32* @plain to i32), i32 8), i1 fcmp oeq (float bitcast (i32 ptrtoint (i32* @plain to i32) to float), float 1.000000e+00)]
@casts = constant { i64, <2 x i32> } { i64 zext (i32 ptrtoint (i32* @plain to i32) to i64), <2 x i32> insertelement (<2 x i32> <i32 1, i32 2>, i32 3, i32 ptrtoint (i32* @plain to i32)) }

@alias = alias i32, i32* @plain, partition "p"

define <vscale x 4 x i32> @splat() {
  ret <vscale x 4 x i32> shufflevector (<vscale x 4 x i32> insertelement (<vscale x 4 x i32> poison, i32 ptrtoint (i32* @plain to i32), i32 0), <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer)
}
