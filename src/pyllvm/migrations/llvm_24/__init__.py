"""The changes of the language in LLVM 24: a module for each row of `changes`, with the functions that make it."""
