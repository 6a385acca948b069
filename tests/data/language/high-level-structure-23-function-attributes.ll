; Function Attributes: the section's definitions, then every attribute it describes.
define void @f1() noinline {
  ret void
}

define void @f2() alwaysinline {
  ret void
}

define void @f3() alwaysinline optsize {
  ret void
}

define void @f4() optsize {
  ret void
}

declare void @alignstack() alignstack(16)
declare i8* @allocsize(i32, i32) allocsize(0, 1)
declare i8* @allocsize.one(i32) allocsize(0)
declare void @builtin() nobuiltin
declare void @cold() cold
declare void @convergent() convergent
declare void @inaccessiblememonly() inaccessiblememonly
declare void @inaccessiblemem_or_argmemonly(i8*) inaccessiblemem_or_argmemonly
declare void @inlinehint() inlinehint
declare void @jumptable() unnamed_addr jumptable
declare void @minsize() minsize
declare void @naked() naked
declare void @no-jump-tables() "no-jump-tables"="true"
declare void @noduplicate() noduplicate
declare void @noimplicitfloat() noimplicitfloat
declare void @nonlazybind() nonlazybind
declare void @noredzone() noredzone
declare void @indirect-tls-seg-refs() "indirect-tls-seg-refs"
declare void @noreturn() noreturn
declare void @norecurse() norecurse
declare void @nounwind() nounwind
declare void @optforfuzzing() optforfuzzing
declare void @optnone() noinline optnone
declare void @patchable() "patchable-function"="prologue-short-redirect"
declare void @probe-stack() "probe-stack"="probe"
declare void @readnone() readnone
declare void @readonly() readonly
declare void @stack-probe-size() "stack-probe-size"="4096"
declare void @no-stack-arg-probe() "no-stack-arg-probe"
declare void @writeonly() writeonly
declare void @argmemonly(i8*) argmemonly
declare i32 @returns_twice() returns_twice
declare void @safestack() safestack
declare void @sanitize_address() sanitize_address
declare void @sanitize_memory() sanitize_memory
declare void @sanitize_thread() sanitize_thread
declare void @sanitize_hwaddress() sanitize_hwaddress
declare void @speculative_load_hardening() speculative_load_hardening
declare void @speculatable() speculatable
declare void @ssp() ssp
declare void @sspreq() sspreq
declare void @sspstrong() sspstrong
declare void @strictfp() strictfp
declare void @thunk() "thunk"
declare void @uwtable() uwtable
declare void @nocf_check() nocf_check
declare void @shadowcallstack() shadowcallstack

define void @calls() {
  call void @builtin() builtin
  call void @strictfp() nounwind strictfp "key"="value"
  ret void
}
