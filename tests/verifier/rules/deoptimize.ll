; versions: 14 19 22 23
; pointers: typed
declare void @llvm.experimental.deoptimize.isVoid(...)
declare fastcc i32 @llvm.experimental.deoptimize.i32(...)