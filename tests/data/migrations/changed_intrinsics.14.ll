
define void @f(i8* %p, i8* %q) {
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %p, i8* align 8 %q, i64 4, i1 false)
  call void @llvm.memset.p0i8.i64(i8* %p, i8 0, i64 4, i1 false)
  %s = call i64 @llvm.objectsize.i64.p0i8(i8* %p, i1 true, i1 false, i1 false)
  %a = call i8* @llvm.ptr.annotation.p0i8(i8* %p, i8* %q, i8* null, i32 1, i8* null)
  call void @llvm.var.annotation(i8* %p, i8* %q, i8* null, i32 1, i8* null)
  %b = call i8* @llvm.launder.invariant.group.p0i8(i8* %p)
  ret void
}

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #0

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i64 @llvm.objectsize.i64.p0i8(i8*, i1 immarg, i1 immarg, i1 immarg) #2

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare i8* @llvm.ptr.annotation.p0i8(i8*, i8*, i8*, i32, i8*) #3

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare void @llvm.var.annotation(i8*, i8*, i8*, i32, i8*) #3

; Function Attrs: inaccessiblememonly nofree nosync nounwind speculatable willreturn
declare i8* @llvm.launder.invariant.group.p0i8(i8*) #4

attributes #0 = { argmemonly nofree nounwind willreturn }
attributes #1 = { argmemonly nofree nounwind willreturn writeonly }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #4 = { inaccessiblememonly nofree nosync nounwind speculatable willreturn }
