declare i32 @llvm.bswap.i64(i32)
