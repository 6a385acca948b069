; versions: 19 22
!llvm.errno.tbaa = !{}
