; versions: 14 15 19 22 23 24
declare ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p0(ptr)
declare i32 @llvm.experimental.gc.get.pointer.offset.p0(ptr)
declare <2 x ptr> @llvm.experimental.gc.get.pointer.base.v2p0.p0(ptr)
define void @f(ptr %p) {
  %a = call ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p0(ptr %p)
  ret void
}
declare float @llvm.experimental.gc.get.pointer.offset.p1(ptr addrspace(1))
declare i64 @llvm.experimental.gc.get.pointer.offset.v2p0(<2 x ptr>)
