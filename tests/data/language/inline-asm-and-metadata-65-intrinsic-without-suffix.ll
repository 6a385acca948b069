; 'invariant.group' Metadata: the block's name of the intrinsic lacks the types, which LLVM puts there.
define i8* @f(i8* %ptr) {
  %fresh = call i8* @llvm.launder.invariant.group(i8* %ptr)
  ret i8* %fresh
}

declare i8* @llvm.launder.invariant.group(i8*)
