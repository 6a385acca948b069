; versions: 22 23
declare i32 @llvm.amdgcn.call.whole.wave.i32.p0(ptr, ...)
declare amdgpu_gfx_whole_wave i32 @late(i32 %a, i32 %b)
declare amdgpu_gfx_whole_wave i32 @variadic(i1, ...)

define amdgpu_gfx void @f(i32 %x) {
  call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @late, i32 %x)
  call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @variadic, i32 %x)
  ret void
}
