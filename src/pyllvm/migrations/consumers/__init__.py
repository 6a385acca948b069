"""The changes of a module for consumers that need more than the version of an LLVM: a file per consumer."""
