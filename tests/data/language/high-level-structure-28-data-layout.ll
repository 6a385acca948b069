; Data Layout: every kind of specification.
target datalayout = "E-S128-P0-A5-p:64:64:64:32-p1:32:32-i1:8-i8:8:32-i64:32:64-v128:128:128-f32:32:32-f80:128:128-a:8:64-m:e-n8:16:32:64-ni:7:8"

@ordinary = global i8* null
@other = addrspace(1) global i8 addrspace(1)* null

define i8 addrspace(5)* @f() {
  %slot = alloca i8, addrspace(5)
  ret i8 addrspace(5)* %slot
}
