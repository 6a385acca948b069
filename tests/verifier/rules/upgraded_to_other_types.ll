; versions: 22 23
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
define void @f(ptr %p, <4 x i1> %m, <4 x i32> %v) {
  call <2 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %v)
  ret void
}