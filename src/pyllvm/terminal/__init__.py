"""The terminal, the files and the process of a command: nothing here is about LLVM."""
