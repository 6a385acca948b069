"""Global variables that LLVM knows by name: lists of symbols that must stay, and of functions that run before and after main.

Source: LLVM Language Reference, "Intrinsic Global Variables".
"""

from __future__ import annotations

from typing import Final

# Arrays of pointers to symbols that something refers to which nobody can see: the linker, or only the compiler, keeps them.
USED: Final = "llvm.used"
COMPILER_USED: Final = "llvm.compiler.used"
USED_LISTS: Final = (USED, COMPILER_USED)

# Arrays of functions, each with its priority, and since LLVM 9 always the data that it belongs to.
GLOBAL_CTORS: Final = "llvm.global_ctors"
GLOBAL_DTORS: Final = "llvm.global_dtors"
STRUCTORS: Final = (GLOBAL_CTORS, GLOBAL_DTORS)
