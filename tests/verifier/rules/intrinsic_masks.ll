; versions: 14 19
declare <2 x float> @llvm.masked.load.v2f32.p0(ptr, i32 immarg, <2 x i1>, <2 x float>)
declare void @llvm.masked.store.v2f32.p0(<2 x float>, ptr, i32 immarg, <2 x i1>)
declare <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr>, i32 immarg, <2 x i1>, <2 x float>)
declare void @llvm.masked.scatter.v2f32.v2p0(<2 x float>, <2 x ptr>, i32 immarg, <2 x i1>)

define void @calls(ptr %p, <2 x ptr> %q, <2 x float> %v, <2 x i1> %m) {
  %a = call <2 x float> @llvm.masked.load.v2f32.p0(ptr %p, i32 3, <2 x i1> %m, <2 x float> %v)
  call void @llvm.masked.store.v2f32.p0(<2 x float> %v, ptr %p, i32 0, <2 x i1> %m)
  %b = call <2 x float> @llvm.masked.gather.v2f32.v2p0(<2 x ptr> %q, i32 3, <2 x i1> %m, <2 x float> %v)
  call void @llvm.masked.scatter.v2f32.v2p0(<2 x float> %v, <2 x ptr> %q, i32 3, <2 x i1> %m)
  call void @llvm.masked.scatter.v2f32.v2p0(<2 x float> %v, <2 x ptr> %q, i32 0, <2 x i1> %m)
  ret void
}
