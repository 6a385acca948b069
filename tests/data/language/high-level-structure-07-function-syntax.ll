; Functions: each part of the syntax of definitions and declarations at least once, and most of them together.
target datalayout = "e-m:e-p1:64:64"

$group = comdat any
$self = comdat any

declare i32 @__gxx_personality_v0(...)
declare extern_weak void @extern_weak()
declare dllimport void @dllimport()
declare hidden fastcc noalias i8* @declared(i32 signext) unnamed_addr addrspace(1) readonly section ".far" align 4 gc "shadow-stack" prefix i8 1 prologue i16 2

define private void @private() {
  ret void
}

define internal void @internal() {
  ret void
}

define available_externally void @available_externally() {
  ret void
}

define linkonce void @linkonce() {
  ret void
}

define linkonce_odr void @linkonce_odr() {
  ret void
}

define weak void @weak() {
  ret void
}

define weak_odr void @weak_odr() {
  ret void
}

define external void @external() {
  ret void
}

define dso_local void @dso_local() {
  ret void
}

define dso_preemptable void @dso_preemptable() {
  ret void
}

define hidden void @hidden() {
  ret void
}

define protected void @protected() {
  ret void
}

define dllexport void @dllexport() {
  ret void
}

define coldcc void @coldcc() {
  ret void
}

define cc 10 void @numbered() {
  ret void
}

define noalias align 8 i8* @results.of.attributes() local_unnamed_addr {
  ret i8* null
}

define nonnull i8* @results(i8* returned %p) {
  ret i8* %p
}

define void @unnamed_addr() unnamed_addr {
  ret void
}

define void @local_unnamed_addr() local_unnamed_addr {
  ret void
}

define void @addrspace() addrspace(1) {
  ret void
}

define void @attributes() nounwind "key"="value" #0 {
  ret void
}

define void @section() section ".text.mine" {
  ret void
}

define void @group.member() comdat($group) {
  ret void
}

define void @self() comdat {
  ret void
}

define void @align() align 32 {
  ret void
}

define void @gc() gc "statepoint-example" {
  ret void
}

define void @prefix() prefix [2 x i8] c"ab" {
  ret void
}

define void @prologue() prologue i8 -112 {
  ret void
}

define void @personality() personality i32 (...)* @__gxx_personality_v0 {
  ret void
}

define void @attached() !first !0 !second !1 {
  ret void
}

define i32 @0(i32, i32 %named, i32) {
  %sum = add i32 %0, %1
  ret i32 %sum
}

define weak_odr dso_local hidden fastcc noalias i8* @many(i32 signext %a) unnamed_addr addrspace(1) nounwind uwtable section "a\22b" comdat($group) align 16 gc "erlang" prefix i32 1 prologue i32 2 personality i32 (...)* @__gxx_personality_v0 !first !1 {
  ret i8* null
}

attributes #0 = { alwaysinline alignstack=4 }

!0 = !{}
!1 = !{!"one"}
