"""Names beginning with `llvm.` that code knows, of intrinsics and of variables; and how the names of targets' intrinsics begin.

The variables are lists of symbols to keep, and of functions that run before and after main. `intrinsics.txt` has the names of all
intrinsics.
Source: Intrinsics*.td (the prefixes of targets); LangRef (Intrinsic Global Variables).
"""

from __future__ import annotations

from typing import Final

PREFIX: Final = "llvm."
AARCH64_PREFIX: Final = "llvm.aarch64."
AMDGPU_PREFIX: Final = "llvm.amdgcn."
ARM_PREFIX: Final = "llvm.arm."
NVVM_PREFIX: Final = "llvm.nvvm."
RISCV_PREFIX: Final = "llvm.riscv."
X86_PREFIX: Final = "llvm.x86."

# Debug information in calls; `UNITS` is the named metadata that lists compile units.
DEBUG_NAMES: Final = "llvm.dbg"
DEBUG_PREFIX: Final = "llvm.dbg."
UNITS: Final = "llvm.dbg.cu"
VALUE_INTRINSIC: Final = "llvm.dbg.value"
DECLARE_INTRINSIC: Final = "llvm.dbg.declare"
ASSIGN_INTRINSIC: Final = "llvm.dbg.assign"
LABEL_INTRINSIC: Final = "llvm.dbg.label"
ADDRESS_INTRINSIC: Final = "llvm.dbg.addr"
VARIABLE_INTRINSICS: Final = (DECLARE_INTRINSIC, VALUE_INTRINSIC, ASSIGN_INTRINSIC)
DEBUG_INTRINSICS: Final = (*VARIABLE_INTRINSICS, LABEL_INTRINSIC)

# Intrinsics, metadata and kinds of metadata that several rooms know.
ASSUME: Final = "llvm.assume"
LIFETIME_START: Final = "llvm.lifetime.start"
LIFETIME_END: Final = "llvm.lifetime.end"
NOALIAS_SCOPE: Final = "llvm.experimental.noalias.scope.decl"
PSEUDO_PROBE: Final = "llvm.pseudoprobe"
MEMCPY_PREFIX: Final = "llvm.memcpy."
MEMMOVE_PREFIX: Final = "llvm.memmove."
MEMSET_PREFIX: Final = "llvm.memset."
LOOP_METADATA: Final = "llvm.loop"
STATEPOINT: Final = "llvm.experimental.gc.statepoint"
PREALLOCATED_ARGUMENT: Final = "llvm.call.preallocated.arg"
COROUTINE_END: Final = "llvm.coro.end"
IDENT: Final = "llvm.ident"
LINKER_OPTIONS: Final = "llvm.linker.options"


# Arrays of pointers to symbols with references that LLVM cannot see: the linker, or only the compiler, keeps the symbols.
USED: Final = "llvm.used"
COMPILER_USED: Final = "llvm.compiler.used"
USED_LISTS: Final = (USED, COMPILER_USED)

# Arrays of functions, each with its priority, and since LLVM 9 always the data that it belongs to.
GLOBAL_CTORS: Final = "llvm.global_ctors"
GLOBAL_DTORS: Final = "llvm.global_dtors"
STRUCTORS: Final = (GLOBAL_CTORS, GLOBAL_DTORS)
