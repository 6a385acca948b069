"""Presents what the verifier and lint found: LLVM's message and lines, the location, the causes, a hint.

It depends on the verifier, which knows rules but no texts, and on the assembly, which knows texts but no rules. Import its
modules one by one: most runs find nothing and need only `check`.
"""
