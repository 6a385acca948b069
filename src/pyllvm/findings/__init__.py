"""What the verifier and lint found, as a person reads it: LLVM's message and lines, the place, the causes, a hint.

It stands above the verifier, which knows rules but no texts, and above the assembly, which knows texts but no rules. Modules are
imported from here one by one: most runs find nothing, and need only `check`.
"""
