; versions: 14 15 16 19 22 23 24
%opaque = type opaque
declare void @a(ptr byval(i32) sret(i32))
declare void @b(ptr inreg sret(i32))
declare void @c(ptr inreg byval(i32))
declare void @d(ptr inalloca(i32) readonly)
declare void @f(i32 signext zeroext)
declare void @g(ptr readnone readonly)
declare void @h(ptr readnone writeonly)
declare void @i(ptr readonly writeonly)
declare void @j(ptr nest, ptr nest)
declare ptr @k(ptr returned, ptr returned)
declare i32 @l(ptr returned)
declare void @m(ptr sret(i32), ptr sret(i32))
declare void @n(i32, i32, ptr sret(i32))
declare void @p(ptr swiftself, ptr swiftself)
declare void @q(ptr swiftasync, ptr swiftasync)
declare void @r(ptr swifterror, ptr swifterror)
declare void @s(ptr inalloca(i32), i32)
declare void @t(ptr byval(%opaque))
declare void @u(ptr byref(%opaque))
declare void @v(ptr inalloca(%opaque))
declare void @w(ptr preallocated(%opaque))
declare void @x(ptr byval([4294967296 x i8]))
declare void @y(ptr elementtype(i32))
declare void @z(i32 immarg)
declare i32 @llvm.own.intrinsic(i32 immarg noundef)
declare i32 @llvm.own.other(ptr immarg elementtype(i32))
declare x86_intrcc void @aa(ptr)
declare x86_intrcc void @ab()
declare amdgpu_kernel i32 @ac()
declare amdgpu_kernel void @ad(ptr byval(i32))
declare amdgpu_kernel void @ae(ptr byref(i32))
declare amdgpu_kernel void @af(ptr addrspace(1) byref(i32))
declare amdgpu_vs void @ag(ptr sret(i32))
declare amdgpu_ps i32 @ah(...)
declare spir_kernel void @ai(ptr byval(i32))
declare fastcc void @aj(...)
declare void @ak(metadata)
declare void @al(token)
declare void @am(x86_amx)
declare token @an()
declare x86_amx @ao()

define void @body() personality ptr null {
  br label %again
again:
  br label %again
}

define void @looped() {
entry:
  br label %entry
}

define ptr @addressed(i1 %c) {
entry:
  br i1 %c, label %left, label %right
left:
  ret ptr blockaddress(@addressed, %entry)
right:
  ret ptr blockaddress(@addressed, %left)
}
