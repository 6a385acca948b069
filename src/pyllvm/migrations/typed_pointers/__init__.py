"""Typed pointers become opaque ones, and opaque pointers get types (LLVM 15 to 17)."""
