"""Builds IR: `IRBuilder` inserts instructions, checks their operands, and chooses names as LLVM does.

One file per chapter of the instructions. `python_values` makes constants and metadata from Python values.
"""
