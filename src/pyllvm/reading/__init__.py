"""An input as LLVM has it when it has read it: what kind of file it is, and what is dropped from a module that was read.

Modules are imported from here one by one: what a command does not need is not loaded.
"""
