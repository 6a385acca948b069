"""The bitstream container: bits, blocks, records, abbreviations, the wrapper. It is independent of LLVM IR."""
