; versions 14 to 22
target datalayout = "e-p:64:64-i64:64-n8:16:32:64-S128-A5-ni:7"

%pair = type { i32, { i64, [2 x float] } }
@g = external addrspace(1) global i32

define void @arithmetic(i32 %a, i32 %b, double %x, <4 x float> %v, <4 x i32> %w) {
  %1 = add nuw nsw i32 %a, %b
  %2 = sdiv exact i32 %1, 3
  %3 = shl i32 %2, %b
  %4 = xor <4 x i32> %w, <i32 1, i32 2, i32 undef, i32 poison>
  %5 = fadd fast double %x, 1.0
  %6 = fneg nnan <4 x float> %v
  %7 = frem double %5, 2.5
  %8 = icmp ult i32 %3, 10
  %9 = fcmp ord double %7, %x
  %10 = icmp eq <4 x i32> %4, %w
  %11 = select i1 %8, i32 %1, i32 %2
  %12 = select <4 x i1> %10, <4 x float> %v, <4 x float> %6
  %13 = freeze i32 %11
  ret void
}

define ptr @memory(ptr %p, i64 %i, ptr addrspace(1) %q) {
  %slot = alloca i32, i32 4, align 8, addrspace(5)
  %pair = alloca %pair, align 8, addrspace(5)
  %loaded = load i32, ptr %p, align 4
  %volatile = load volatile i64, ptr addrspace(1) %q, align 8
  store i32 %loaded, ptr addrspace(5) %slot, align 4
  %address = getelementptr inbounds %pair, ptr %p, i64 %i, i32 1, i32 1, i64 0
  %many = getelementptr i32, <2 x ptr> <ptr null, ptr undef>, <2 x i64> <i64 1, i64 2>
  %atomic = load atomic i32, ptr %p syncscope("agent") acquire, align 4
  store atomic i64 1, ptr %p release, align 8
  %exchanged = cmpxchg weak volatile ptr %p, i32 1, i32 2 acq_rel monotonic
  %flag = extractvalue { i32, i1 } %exchanged, 1
  %old = atomicrmw add ptr %p, i32 1 seq_cst
  %float = atomicrmw fadd ptr %p, float 1.0 monotonic
  %swapped = atomicrmw xchg ptr addrspace(1) %q, i64 4 acquire
  fence syncscope("singlethread") release
  fence seq_cst
  ret ptr %address
}

define i64 @conversions(i8 %a, i128 %b, float %f, double %d, ptr %p, ptr addrspace(7) %n) {
  %1 = zext i8 %a to i64
  %2 = sext i8 %a to i32
  %3 = trunc i128 %b to i32
  %4 = fptrunc double %d to float
  %5 = fpext float %f to fp128
  %6 = fptoui float %f to i32
  %7 = fptosi double %d to i64
  %8 = uitofp i32 %2 to double
  %9 = sitofp <2 x i16> <i16 1, i16 2> to <2 x float>
  %10 = ptrtoint ptr %p to i64
  %11 = inttoptr i64 %10 to ptr
  %12 = bitcast <2 x float> %9 to i64
  %13 = addrspacecast ptr %11 to ptr addrspace(3)
  %14 = bitcast i32 %3 to float
  ret i64 %12
}

define i32 @aggregates(%pair %p, <4 x i32> %v, <vscale x 4 x i32> %s) {
  %1 = extractvalue %pair %p, 1, 1, 0
  %2 = insertvalue %pair %p, i64 4, 1, 0
  %3 = extractelement <4 x i32> %v, i32 2
  %4 = insertelement <4 x i32> %v, i32 %3, i64 3
  %5 = shufflevector <4 x i32> %v, <4 x i32> %4, <2 x i32> <i32 1, i32 6>
  %6 = shufflevector <vscale x 4 x i32> %s, <vscale x 4 x i32> undef, <vscale x 4 x i32> zeroinitializer
  %7 = insertvalue { i32, i8 } undef, i8 1, 1
  ret i32 %3
}

define i32 @variadic(i32 %n, ...) {
  %list = alloca ptr, align 8, addrspace(5)
  %1 = addrspacecast ptr addrspace(5) %list to ptr
  %2 = va_arg ptr %1, i32
  ret i32 %2
}
