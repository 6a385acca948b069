"""How LLVM makes a function of some basic blocks (CodeExtractor): what the function takes over, and what changed.

Source: CodeExtractor.cpp; BlockExtractor.cpp.
"""

from __future__ import annotations

from pyllvm.notation import Final

NOT_INHERITED: Final = frozenset((
    "alignstack", "allockind", "allocsize", "argmemonly", "builtin", "convergent", "coro_elide_safe",
    "coro_only_destroy_when_complete", "inaccessiblemem_or_argmemonly", "inaccessiblememonly", "jumptable", "memory", "naked",
    "nobuiltin", "nocreateundeforpoison", "nodivergencesource", "nofpclass", "nomerge", "noreturn", "nosync", "presplitcoroutine",
    "readnone", "readonly", "returns_twice", "speculatable", "thunk", "willreturn", "writeonly",
))  # fmt: skip
"""The attributes of a function that a function made of its blocks does not get."""

# First version that makes the new function before it moves the blocks, and the call of it last.
FUNCTION_MADE_FIRST_SINCE: Final = 20
# First version in which a split at the first instruction that is not a phi moves the debug records before it as well.
RECORDS_SPLIT_OFF_SINCE: Final = 20
# First version in which the pointers to outputs are in the address space of allocas.
OUTPUTS_IN_ALLOCA_SPACE_SINCE: Final = 15
# First version that looks at the blocks that save or restore the stack.
STACK_SAVES_CHECKED_SINCE: Final = 22
# First version in which the new function is in the partition of the old one.
PARTITIONS_INHERITED_SINCE: Final = 22

# --- Debug information

# First version in which locations and variables keep their lexical blocks and their inlined calls.
SCOPES_KEPT_SINCE: Final = 16
# First version in which the subprogram has a list of retained nodes only if it got variables.
RETAINED_NODES_IF_NEEDED_SINCE: Final = 17
# First version in which the branch to the blocks does not get the location of a debug intrinsic.
INTRINSICS_WITHOUT_LOCATION_SINCE: Final = 17
# First version in which debug records of inputs describe the new function's arguments.
INPUTS_DESCRIBED_SINCE: Final = 21
