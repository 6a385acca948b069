"""The changes of the language in LLVM 10: a module for each row of `changes`, with the functions that make it."""
