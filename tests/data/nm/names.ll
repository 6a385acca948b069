; Mangled names: C++, Rust, Microsoft's, and names that only look mangled.
target triple = "x86_64-unknown-linux-gnu"

define void @_Z3fooi() {
  ret void
}

define void @_Z3fooi.cold() {
  ret void
}

define void @"?f@@YAXH@Z"() {
  ret void
}

define void @_RNvCs_7mycrate3foo() {
  ret void
}

define void @_ZN4core3fmt9Formatter3pad17h9b2b3a0e5b4d1b31E() {
  ret void
}

define void @__Z3bari() {
  ret void
}

define void @.Z3fooi() {
  ret void
}

define void @._Z3fooi() {
  ret void
}

define void @"\01_Z3quxi"() {
  ret void
}

define void @i() {
  ret void
}

define void @___Z3fooi_block_invoke() {
  ret void
}

define void @_ZGVbN2v_foo() {
  ret void
}

declare void @_ZNSt6vectorIiSaIiEE9push_backERKi()
