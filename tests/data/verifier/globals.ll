; versions 14 to 22
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128-ni:4"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, ptr }
%opaque = type opaque

$group = comdat any
$other = comdat nodeduplicate

@plain = global i32 1, align 4
@constant = private unnamed_addr constant [4 x i8] c"abc\00", align 1
@common = common global i32 0, align 4
@weak = weak_odr hidden global i64 7, comdat($group)
@linkonce = linkonce_odr local_unnamed_addr global %pair { i32 1, ptr @plain }, comdat($other)
@imported = external dllimport global i32
@exported = dllexport global i32 3
@undefined = extern_weak global i32
@declared = external dso_local global %opaque
@threaded = internal thread_local(initialexec) global i32 0, section ".tdata"
@elsewhere = addrspace(3) global i32 undef
@initialised = internal externally_initialized global i32 5
@available = available_externally constant i32 9
@address = global i64 ptrtoint (ptr @plain to i64)
@element = global ptr getelementptr inbounds (%pair, ptr @linkonce, i64 0, i32 1)
@number = external global i8, !absolute_symbol !0
@tied = private global i32 4, section "s", !associated !1
@llvm.used = appending global [2 x ptr] [ptr @plain, ptr @function], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @constant], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @function, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @function, ptr @plain }]

@alias = alias i32, ptr @plain
@second = weak hidden alias i32, ptr @alias
@far = unnamed_addr alias i8, getelementptr (i8, ptr @plain, i64 2)
@resolved = ifunc void (), ptr @resolver
@resolved.hidden = internal ifunc i32 (i32), ptr @resolver

define void @function() comdat($group) {
  ret void
}

define internal ptr @resolver() {
  ret ptr @function
}

declare extern_weak void @weakly()
declare dllimport void @from_elsewhere()
define available_externally void @inlined() {
  ret void
}

!0 = !{i64 0, i64 256}
!1 = !{ptr @plain}
