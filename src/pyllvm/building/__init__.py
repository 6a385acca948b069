"""Builds IR: `IRBuilder` inserts instructions, checks their operands, and chooses names as LLVM does.

One file per chapter of the instructions. `constants` makes constants from Python numbers, and `words` translates the words of
predicates, orderings and flags.
"""
