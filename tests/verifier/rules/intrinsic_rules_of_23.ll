; versions: 23 24
; The rules for intrinsics that LLVM 23 added.

define void @f(ptr %p, <2 x half> %h, i32 %i) {
  %1 = call <2 x half> @llvm.convert.from.arbitrary.fp.v2f16.i8(i8 0, metadata !"Float8E5M2")
  %2 = call <2 x half> @llvm.convert.from.arbitrary.fp.v2f16.v4i8(<4 x i8> zeroinitializer, metadata !"Float8E5M2")
  %3 = call half @llvm.convert.from.arbitrary.fp.f16.i8(i8 0, metadata !{})
  %4 = call half @llvm.convert.from.arbitrary.fp.f16.i8(i8 0, metadata !"")
  %5 = call half @llvm.convert.from.arbitrary.fp.f16.i8(i8 0, metadata !"half")
  %6 = call half @llvm.convert.from.arbitrary.fp.f16.i8(i8 0, metadata !"Float6E3M2FN")
  %7 = call i8 @llvm.convert.to.arbitrary.fp.i8.f16(half 0.0, metadata !"Float8E5M2", metadata !{}, i1 false)
  %8 = call i8 @llvm.convert.to.arbitrary.fp.i8.f16(half 0.0, metadata !"Float8E5M2", metadata !"round.dynamic", i1 false)
  %9 = call i8 @llvm.convert.to.arbitrary.fp.i8.f16(half 0.0, metadata !"Float8E5M2", metadata !"round.upward", i1 false)
  %10 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr %p, i32 1)
  %11 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, [2 x i32] }) %p, i32 %i)
  %12 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, [2 x i32] }) %p, i32 2)
  %13 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, [2 x i32] }) %p, i32 1, half 0.0)
  %14 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, [2 x i32] }) %p, i32 1, i32 1, i32 1)
  %15 = call ptr @llvm.structured.alloca.p0()
  call void @llvm.write_volatile_register.i32(metadata !{}, i32 1)
  %16 = call i64 @llvm.ptrauth.auth.with.pc.and.resign(i64 1, i32 2, i64 3, i64 4, i32 0, i64 0)
  ret void
}

declare <2 x half> @llvm.convert.from.arbitrary.fp.v2f16.i8(i8, metadata)
declare <2 x half> @llvm.convert.from.arbitrary.fp.v2f16.v4i8(<4 x i8>, metadata)
declare half @llvm.convert.from.arbitrary.fp.f16.i8(i8, metadata)
declare i8 @llvm.convert.to.arbitrary.fp.i8.f16(half, metadata, metadata, i1)
declare ptr @llvm.structured.gep.p0(ptr, ...)
declare ptr @llvm.structured.alloca.p0()
declare void @llvm.write_volatile_register.i32(metadata, i32)
