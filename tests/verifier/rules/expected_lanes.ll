; versions: 23 24
; The number of active lanes that AMDGPU's code expects is one i32.

define void @f() {
  call void @g(), !amdgpu.expected.active.lanes !{}
  call void @g(), !amdgpu.expected.active.lanes !{i64 3}
  call void @g(), !amdgpu.expected.active.lanes !{i32 3}
  ret void
}

declare void @g()
