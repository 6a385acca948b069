; versions 14 to 22
target triple = "x86_64-unknown-linux-gnu"

%struct = type { i32, i64 }

declare i32 @__gxx_personality_v0(...)
declare void @variadic(ptr, ...)
declare void @by_value(ptr byval(%struct) align 8, ptr nocapture readonly)
declare void @returned_struct(ptr noalias sret(%struct) align 8, i32 signext)
declare zeroext i8 @extended(i8 zeroext, i16 signext inreg)
declare ptr @allocator(i64, i64) allocsize(0, 1) nounwind
declare noalias nonnull align 16 dereferenceable(8) ptr @given(ptr dereferenceable_or_null(4), ptr noundef nonnull)
declare ptr @same(ptr returned, ptr nest)
declare swiftcc void @swift(ptr swiftself, ptr swifterror)
declare swifttailcc void @swift_async(ptr swiftasync)
declare void @in_alloca(ptr inalloca(%struct))
declare void @by_reference(ptr byref(%struct) align 4)
declare void @immediate(ptr nofree, ptr writeonly, ptr readnone, i32 noundef)
declare fastcc void @fast(i32 inreg, i32)
declare void @attributes() #0
declare void @conflicting(i32 inreg) alwaysinline cold
declare x86_intrcc void @interrupt(ptr byval(%struct))
declare amdgpu_kernel void @kernel(i32)
declare spir_kernel void @spir(ptr addrspace(1))

define weak_odr hidden i32 @defined(i32 %a, ptr %b) #1 gc "statepoint-example" personality ptr @__gxx_personality_v0 {
entry:
  %sum = add nsw i32 %a, 1
  ret i32 %sum
}

define internal void @prefixed() section "text" align 16 prefix i32 4 prologue i8 1 {
  ret void
}

define void @caller(ptr swifterror %e) naked noinline optnone {
  ret void
}

define void @streaming() vscale_range(1,16) uwtable null_pointer_is_valid {
  ret void
}

define i32 @frame(...) "frame-pointer"="all" "patchable-function-entry"="3" "patchable-function-prefix"="1" {
  ret i32 0
}

attributes #0 = { nounwind willreturn mustprogress "no-nans-fp-math"="true" "target-cpu"="x86-64" }
attributes #1 = { noinline nounwind optnone uwtable alignstack=16 sspstrong "probe-stack"="f" "warn-stack-size"="64" }
