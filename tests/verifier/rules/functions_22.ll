; versions: 22 23 24
target triple = "amdgcn-amd-amdhsa"
target datalayout = "A5"
declare void @plain(i32)
declare amdgpu_gfx_whole_wave void @wave()
declare amdgpu_gfx_whole_wave void @wave_1(i32)
declare amdgpu_gfx_whole_wave void @wave_2(i1 inreg)
declare amdgpu_gfx_whole_wave void @wave_3(i1, ...)
declare amdgpu_gfx_whole_wave void @wave_4(i1)
declare amdgpu_kernel void @kernel()
declare amdgpu_cs_chain void @chain()
declare void @llvm.amdgcn.kill(i1)
declare void @llvm.amdgcn.unreachable()
declare i32 @personality(...)
declare void @llvm.wasm.throw(i32 immarg, ptr)
declare void @llvm.donothing()
declare i32 @llvm.ctpop.i32(i32)
declare void @sanitized() sanitize_realtime sanitize_realtime_blocking
declare void @barrier(ptr byval(target("amdgcn.named.barrier", 0)))
declare void @barrier_1(ptr byval({ i32, [2 x target("amdgcn.named.barrier", 0)] }))
declare void @ranges(i32 range(i64 0, 4))

define void @naked(i32 %x, i32 %y) naked {
  call void @plain(i32 %y)
  unreachable
}

define void @calls(ptr %p) {
  call amdgpu_kernel void @kernel()
  call amdgpu_cs_chain void @chain()
  call amdgpu_gfx_whole_wave void @wave_4(i1 true)
  call amdgpu_vs void %p()
  call amdgpu_gfx void %p()
  ret void
}

define void @allocas() {
  %a = alloca i32
  %b = alloca i32, addrspace(5)
  %c = alloca target("amdgcn.named.barrier", 0), addrspace(5)
  %d = alloca { i32, target("amdgcn.named.barrier", 0) }, addrspace(5)
  ret void
}

define void @addresses(ptr %p, <2 x ptr> %v) {
  %a = ptrtoaddr ptr %p to i64
  %b = ptrtoaddr ptr %p to i32
  %c = ptrtoaddr <2 x ptr> %v to <2 x i64>
  %d = ptrtoaddr <2 x ptr> %v to <2 x i32>
  ret void
}

define void @atomic(ptr %p, <2 x i32> %v, { i32 } %s) {
  %a = load atomic <2 x i32>, ptr %p monotonic, align 8
  %b = load atomic <3 x i32>, ptr %p monotonic, align 8
  %c = load atomic { i32 }, ptr %p monotonic, align 8
  store atomic <2 x i32> %v, ptr %p monotonic, align 8
  store atomic { i32 } %s, ptr %p monotonic, align 8
  ret void
}

define void @branches(i1 %c) {
  callbr void @llvm.amdgcn.kill(i1 %c) to label %well [label %dead]
well:
  callbr void @llvm.amdgcn.kill(i1 %c) to label %more [label %living]
more:
  callbr void @llvm.amdgcn.kill(i1 %c) to label %yet [label %dead, label %dead2]
yet:
  callbr void @llvm.amdgcn.kill(i1 %c) to label %next [label %marked]
next:
  %q = callbr i32 @llvm.ctpop.i32(i32 3) to label %last [label %dead]
last:
  callbr void @llvm.amdgcn.kill(i1 %c) ["deopt"()] to label %living [label %dead]
dead:
  unreachable
dead2:
  unreachable
marked:
  call void @llvm.amdgcn.unreachable()
  unreachable
living:
  ret void
}

define void @branch_indirectly(ptr %p) {
  callbr void %p() to label %one [label %two]
one:
  ret void
two:
  ret void
}

define void @invoked(ptr %p) personality ptr @personality {
  invoke void @llvm.wasm.throw(i32 0, ptr %p) to label %one unwind label %pad
one:
  %x = invoke i32 @llvm.ctpop.i32(i32 0) to label %two unwind label %pad
two:
  ret void
pad:
  %l = landingpad i32 cleanup
  resume i32 %l
}
