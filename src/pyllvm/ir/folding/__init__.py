"""What LLVM computes when a constant is made."""
