; 'invariant.group' Metadata: accesses of one group, and a pointer laundered of it.
@unknownPtr = external global i8

define void @f() {
  %ptr = alloca i8
  store i8 42, i8* %ptr, !invariant.group !0
  call void @foo(i8* %ptr)

  %a = load i8, i8* %ptr, !invariant.group !0
  call void @foo(i8* %ptr)

  %newPtr = call i8* @getPointer(i8* %ptr)
  %c = load i8, i8* %newPtr, !invariant.group !0

  %unknownValue = load i8, i8* @unknownPtr
  store i8 %unknownValue, i8* %ptr, !invariant.group !0

  call void @foo(i8* %ptr)
  %newPtr2 = call i8* @llvm.launder.invariant.group.p0i8(i8* %ptr)
  %d = load i8, i8* %newPtr2, !invariant.group !0
  ret void
}

declare void @foo(i8*)
declare i8* @getPointer(i8*)
declare i8* @llvm.launder.invariant.group.p0i8(i8*)

!0 = !{}
