; Inline Assembler Expressions: Intel's dialect, alone and after the other keywords, in calls and an invoke.
define void @f(i32* %memory) personality i32 (...)* @personality {
  call void asm inteldialect "eieio", ""()
  call void asm sideeffect inteldialect "nop", "~{memory}"()
  call void asm sideeffect alignstack inteldialect "a\09b\22c\5C\00", "*m,~{dirflag},~{fpsr},~{flags}"(i32* %memory)
  %both = call { i32, i32 } asm sideeffect alignstack "cpuid", "={ax},=&{bx},0,~{cx}"(i32 1) nounwind
  invoke void asm sideeffect "call", ""()
      to label %exit unwind label %pad

pad:
  %landed = landingpad { i8*, i32 }
      catch i8* null
  br label %exit

exit:
  ret void
}

declare i32 @personality(...)
