; versions: 19 22 23
define void @f(i32 %a, float %d, ptr %p) {
  %x1 = add i32 %a, 1, !mmra !0
  %x2 = call float @llvm.sqrt.f32(float %d), !mmra !0
  %x3 = load i32, ptr %p, !mmra !1
  %x4 = load i32, ptr %p, !mmra !2
  fence seq_cst, !mmra !3
  %x5 = call i32 @callee() memory(none), !mmra !3
  ret void
}
declare float @llvm.sqrt.f32(float)
declare i32 @callee()
!0 = !{}
!1 = !DIFile(filename: "a", directory: "b")
!2 = !{!"a"}
!3 = !{!"a", !"b"}
