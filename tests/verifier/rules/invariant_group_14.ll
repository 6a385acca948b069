; versions: 14
; pointers: typed
define void @f(i32* %p) {
  %c = atomicrmw add i32* %p, i32 1 seq_cst, !invariant.group !0
  ret void
}
!0 = !{}