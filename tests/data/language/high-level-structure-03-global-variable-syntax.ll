; Global Variables: each part of the syntax at least once, and most of them together.
$group = comdat any
$self = comdat any

@private = private global i32 0
@internal = internal global i32 0
@available_externally = available_externally global i32 0
@linkonce = linkonce global i32 0
@weak = weak global i32 0
@common = common global i32 0
@appending = appending global [1 x i32] [i32 0]
@extern_weak = extern_weak global i32
@linkonce_odr = linkonce_odr global i32 0
@weak_odr = weak_odr global i32 0
@external = external global i32
@dso_local = dso_local global i32 0
@dso_preemptable = dso_preemptable global i32 0
@default = default global i32 0
@hidden = hidden global i32 0
@protected = protected global i32 0
@dllimport = external dllimport global i32
@dllexport = dllexport global i32 0
@general_dynamic = thread_local global i32 0
@local_dynamic = thread_local(localdynamic) global i32 0
@initial_exec = thread_local(initialexec) global i32 0
@local_exec = thread_local(localexec) global i32 0
@unnamed_addr = unnamed_addr global i32 0
@local_unnamed_addr = local_unnamed_addr global i32 0
@addrspace = addrspace(3) global i32 0
@externally_initialized = externally_initialized global i32 0
@constant = constant i32 0
@section = global i32 0, section ".mine"
@group.member = global i32 0, comdat($group)
@self = global i32 0, comdat
@align = global i32 0, align 16
@attached = global i32 0, !first !0, !second !1
@attributes = global i32 0 #0
@0 = global i32 0
@"a name\09in quotes" = global i32 0
@many = weak_odr dso_local hidden thread_local(localexec) unnamed_addr addrspace(1) externally_initialized constant [2 x i8] c"\00\FF", section "a\22b", comdat($group), align 8, !first !1

attributes #0 = { "key"="value" "alone" }

!0 = !{}
!1 = !{!"one"}
