"""Global variables that LLVM knows by name: lists of symbols to keep, and of functions that run before and after main.

Source: LLVM Language Reference, "Intrinsic Global Variables".
"""

from __future__ import annotations

from typing import Final

# Arrays of pointers to symbols with references that LLVM cannot see: the linker, or only the compiler, keeps the symbols.
USED: Final = "llvm.used"
COMPILER_USED: Final = "llvm.compiler.used"
USED_LISTS: Final = (USED, COMPILER_USED)

# Arrays of functions, each with its priority, and since LLVM 9 always the data that it belongs to.
GLOBAL_CTORS: Final = "llvm.global_ctors"
GLOBAL_DTORS: Final = "llvm.global_dtors"
STRUCTORS: Final = (GLOBAL_CTORS, GLOBAL_DTORS)
