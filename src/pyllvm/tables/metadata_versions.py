"""What the verifier asks of metadata and of what it is attached to: the first release that does."""

from __future__ import annotations

from typing import Final

# --- verifier/function_metadata

KCFI_TYPE_SINCE: Final = 16

# --- verifier/globals

ASSOCIATED_SINCE: Final = 17
ABSOLUTE_SYMBOL_SINCE: Final = 18
IMPLICIT_REFERENCES_SINCE: Final = 22
IFUNC_LINKAGES_SINCE: Final = 15
SIZED_INITIALIZERS_SINCE: Final = 22
# First version in which nothing may use llvm.used, llvm.global_ctors and their like.
UNUSED_SINCE: Final = 17
INNER_TARGET_TYPES_SINCE: Final = 20

# --- verifier/profiles

# First version with rules for names other than `branch_weights`; `unknown` is one of these names.
ALL_NAMES_SINCE: Final = 21
MEMORY_PROFILE_SIZES_SINCE: Final = 18
MEMORY_PROFILE_CONTEXTS_SINCE: Final = 20

# --- verifier/ranges

PAIR_TYPES_SINCE: Final = 20
SAME_LIMITS_SINCE: Final = 17
# First version in which the ranges of a vector are those of its elements.
SCALAR_TYPES_SINCE: Final = 18
