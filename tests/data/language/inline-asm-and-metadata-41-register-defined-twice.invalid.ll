; 'noalias' and 'alias.scope' Metadata: the block gives one number to two instructions.
; 7:3: error: instruction expected to be numbered '%2'
define void @f(float* %c) {
entry:
  %0 = load float, float* %c, align 4
  %1 = load float, float* %c, align 4
  %1 = load float, float* %c, align 4
  ret void
}
