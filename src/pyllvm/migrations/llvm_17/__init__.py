"""The changes of the language in LLVM 17: a module for each row of `changes`, with the functions that make it."""
