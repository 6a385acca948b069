
define i32 @all(i16 %h, i32 %a, i64 %b) {
  %r = call i32 @llvm.bitreverse.i32(i32 %a)
  %z = call i32 @llvm.ctlz.i32(i32 %r, i1 false)
  %ctlz = call i64 @llvm.ctlz.i64(i64 %b, i1 false)
  %ctlz.trunc = trunc i64 %ctlz to i32
  %ctpop = call i64 @llvm.ctpop.i64(i64 %b)
  %ctpop.trunc = trunc i64 %ctpop to i32
  %h2f = call float @llvm.convert.from.fp16.f32(i16 %h)
  %neg1 = sub i32 0, %a
  %abs.cond2 = icmp sge i32 %a, 0
  %abs3 = select i1 %abs.cond2, i32 %a, i32 %neg1
  %neg = sub i32 0, %abs3
  %abs.cond = icmp sge i32 %abs3, 0
  %abs = select i1 %abs.cond, i32 %abs3, i32 %neg
  %u = call i16 @llvm.umax.i16(i16 %h, i16 3)
  %l = call i64 @llvm.smin.i64(i64 %b, i64 7)
  ret i32 %abs
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bitreverse.i32(i32) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctlz.i64(i64, i1 immarg) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.convert.from.fp16.f32(i16) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.umax.i16(i16, i16) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(none) }
