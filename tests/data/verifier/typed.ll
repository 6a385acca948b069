; versions 14 to 14
target datalayout = "e-p:64:64-i64:64-p1:32:32-ni:4"
%node = type { i32, %node*, [3 x i8] }
@list = global %node { i32 1, %node* null, [3 x i8] zeroinitializer }
@address = constant i32* getelementptr inbounds (%node, %node* @list, i64 0, i32 0)
@llvm.used = appending global [1 x i8*] [i8* bitcast (%node* @list to i8*)], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @run, i8* null }]
@alias = alias i32, getelementptr inbounds (%node, %node* @list, i64 0, i32 0)
@resolved = ifunc i32 (i32), i32 (i32)* ()* @resolver

define internal i32 (i32)* @resolver() {
  ret i32 (i32)* @callee
}
define internal void @run() { ret void }
declare i32 @callee(i32)
declare void @by_value(%node* byval(%node) align 8, i8* nocapture)
declare void @result(%node* sret(%node))
declare i8* @__gxx_personality_v0(...)
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1 immarg)
declare i8* @llvm.ptrmask.p0i8.i64(i8*, i64)
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture)
declare void @llvm.assume(i1)
declare <2 x i32> @llvm.masked.load.v2i32.p0v2i32(<2 x i32>*, i32 immarg, <2 x i1>, <2 x i32>)
declare void @llvm.gcroot(i8**, i8*)
declare token @llvm.experimental.gc.statepoint.p0f_i1f(i64 immarg, i32 immarg, i1 ()*, i32 immarg, i32 immarg, ...)
declare i1 @llvm.experimental.gc.result.i1(token)
declare i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token, i32 immarg, i32 immarg)

define i32* @memory(%node* %n, i32 %i, i8 addrspace(4)* %q) {
  %a = getelementptr inbounds %node, %node* %n, i64 0, i32 2, i32 %i
  %b = load i32, i32* bitcast (%node* @list to i32*), align 4
  %slot = alloca %node*, align 8
  store %node* %n, %node** %slot, align 8
  %c = bitcast %node* %n to i32*
  %d = ptrtoint i8* %a to i64
  %e = cmpxchg i32* %c, i32 1, i32 2 acq_rel acquire
  %f = atomicrmw xchg i32* %c, i32 %b seq_cst
  %p = bitcast %node* %n to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %p)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %p, i8* %a, i64 8, i1 false)
  call void @by_value(%node* byval(%node) align 8 %n, i8* %p)
  call void @llvm.assume(i1 true) [ "align"(i8* %p, i64 8) ]
  %v = bitcast %node* %n to <2 x i32>*
  %m = call <2 x i32> @llvm.masked.load.v2i32.p0v2i32(<2 x i32>* %v, i32 4, <2 x i1> undef, <2 x i32> zeroinitializer)
  %g = addrspacecast i8* %p to i8 addrspace(1)*
  %s = inttoptr i64 %d to i32*
  ret i32* %s
}

define void @throws() personality i8* bitcast (i8* (...)* @__gxx_personality_v0 to i8*) {
  %r = invoke i32 @callee(i32 1) to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { i8*, i32 }
          catch i8* null
          filter [0 x i8*] zeroinitializer
  resume { i8*, i32 } %l
}

define void @relocates(i8 addrspace(1)* %o, i1 ()* %f) gc "statepoint-example" {
  %t = call token (i64, i32, i1 ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_i1f(i64 0, i32 0, i1 ()* %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(i8 addrspace(1)* %o) ]
  %r = call i1 @llvm.experimental.gc.result.i1(token %t)
  %n = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %t, i32 0, i32 0)
  ret void
}
define void @rooted() gc "shadow-stack" {
  %root = alloca i8*, align 8
  call void @llvm.gcroot(i8** %root, i8* null)
  ret void
}
define i32 @tail(i32 %a) {
  %r = musttail call i32 bitcast (i32 (i32)* @callee to i32 (i32)*)(i32 %a)
  ret i32 %r
}
