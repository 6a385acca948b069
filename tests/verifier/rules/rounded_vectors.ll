; versions: 17 18
declare <2 x i64> @llvm.lrint.v2i64.v3f32(<3 x float>)
define void @f() {
 call <2 x i64> @llvm.lrint.v2i64.v3f32(<3 x float> zeroinitializer)
 ret void
}
