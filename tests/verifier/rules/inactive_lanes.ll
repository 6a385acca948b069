; versions: 19 22 23
declare i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32, i32)
define void @f(i32 %x) {
  %r = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 1)
  ret void
}