; Upgraded calls give up their names, and new values take the places in the table of names.
declare i64 @llvm.nvvm.abs.ll(i64)
define i64 @f(i64 %a, i64 %b, i64 %c, i64 %d) {
  %r1 = call i64 @llvm.nvvm.abs.ll(i64 %a)
  %r2 = call i64 @llvm.nvvm.abs.ll(i64 %b)
  %r3 = call i64 @llvm.nvvm.abs.ll(i64 %c)
  %r4 = call i64 @llvm.nvvm.abs.ll(i64 %d)
  %r5 = call i64 @llvm.nvvm.abs.ll(i64 %r3)
  %s = add i64 %r1, %r2
  %t = add i64 %r3, %r4
  %u = add i64 %s, %t
  %v = add i64 %u, %r5
  ret i64 %v
}
