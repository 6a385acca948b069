; versions: 23 24
; The modes of denormal numbers belong to functions, not to calls.

define void @f() {
  call void @g() denormal_fpenv(preservesign)
  ret void
}

declare void @g()
