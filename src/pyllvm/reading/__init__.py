"""Recognizes the kind of an input file, and drops from a module what LLVM drops after reading it.

Import the modules of this package one by one, so that a command loads only what it needs.
"""
