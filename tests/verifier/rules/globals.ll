; versions: 16 17 19 22 23
target triple = "x86_64-pc-windows-msvc"
$private = comdat any
@private = private global i32 3, comdat
$declared = comdat any
@declared = available_externally global i32 3, comdat
@common_value = common global i32 3
@common_constant = common constant i32 0
@appending_scalar = appending global i32 3
@exported = hidden dllexport global i32 3
@imported = dllimport global i32 3
@imported_hidden = external hidden dllimport global i32
@llvm.global_ctors = appending global [1 x { i32, i32, ptr }] zeroinitializer
@llvm.global_dtors = appending global [1 x { i32, ptr }] zeroinitializer
@llvm.used = appending global [2 x ptr] [ptr @0, ptr null]
@llvm.compiler.used = appending global [1 x ptr] zeroinitializer
@0 = global i32 3
@linked = global i32 3, !associated !0
@tied_to_itself = global i32 3, !associated !1
@not_a_value = global i32 3, !associated !2
@placed = global i32 3, !absolute_symbol !3
@placed_anywhere = global i32 3, !absolute_symbol !4
@placed_narrow = global i32 3, !absolute_symbol !5
@cycle = alias i32, ptr @cycle_end
@cycle_end = alias i32, ptr @cycle
@overridden = alias i32, ptr @weak_alias
@weak_alias = weak alias i32, ptr @linked
@to_declaration = alias i32, ptr @outside
@outside = external global i32
@to_number = alias i32, ptr inttoptr (i64 3 to ptr)
@resolved_outside = ifunc void (), ptr @resolver
@resolved_by_data = ifunc void (), ptr @linked
@resolved_to_nothing = ifunc void (), ptr @nothing
@common_ifunc = extern_weak ifunc void (), ptr @nothing
declare ptr @resolver()
define void @nothing() {
  ret void
}
!0 = !{}
!1 = !{ptr @tied_to_itself}
!2 = !{!"text"}
!3 = !{i64 5, i64 4, i64 4}
!4 = !{i64 -1, i64 -1}
!5 = !{i8 0, i8 4}
