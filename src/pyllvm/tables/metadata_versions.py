"""Which rules each release checks for metadata attachments and global values.

Source: Verifier.cpp (metadata).
"""

from __future__ import annotations

from typing import Final

# --- Module flags

# First version that checks the flags for the signing of constructors and destructors.
SIGNED_STRUCTOR_FLAGS_SINCE: Final = 23
# First version that checks the flags for accesses out of the bounds of a buffer on AMDGPU.
BUFFER_BOUNDS_FLAGS_SINCE: Final = 23
# First version that checks the flags whose values are words.
WORD_FLAGS_SINCE: Final = 24

# --- Attachments of functions

# First version in which `!kcfi_type` is checked.
KCFI_TYPE_SINCE: Final = 16
# First version in which `!reqd_work_group_size` is checked.
WORK_GROUP_SIZES_SINCE: Final = 23

# --- Attachments of instructions

# First version in which the node of `!nonnull` must be empty.
NONNULL_EMPTY_SINCE: Final = 16

# --- Global values and their attachments

# First version in which `!associated` is checked.
ASSOCIATED_SINCE: Final = 17
# First version in which `!absolute_symbol` is checked.
ABSOLUTE_SYMBOL_SINCE: Final = 17
# First version in which `!implicit.ref` is checked.
IMPLICIT_REFERENCES_SINCE: Final = 22
# First version in which `!elf_section_properties` is checked.
SECTION_PROPERTIES_SINCE: Final = 23
# First version in which the pointers of llvm.global_ctors and llvm.global_dtors cannot be signed.
UNSIGNED_STRUCTORS_SINCE: Final = 23
# First version in which the resolver of an ifunc must be a function of the right type.
IFUNC_RESOLVERS_SINCE: Final = 14
# First version in which the linkage and the resolver of an ifunc are checked.
IFUNC_LINKAGES_SINCE: Final = 15
# First version in which the type of an initialized variable must be sized.
SIZED_INITIALIZERS_SINCE: Final = 22
# First version in which llvm.used, llvm.global_ctors and similar variables cannot have uses.
UNUSED_SINCE: Final = 17
# First version in which target types inside the type of a variable are checked.
INNER_TARGET_TYPES_SINCE: Final = 20

# --- Profiles

# First version with rules for profile names other than `branch_weights`; `unknown` is one of these names.
ALL_NAMES_SINCE: Final = 21
# First version in which the profile `unknown` names the pass that lost the weights.
UNKNOWN_BY_PASS_SINCE: Final = 22
# First version in which the last operand of a memory profile can be an integer, the total size.
MEMORY_PROFILE_SIZES_SINCE: Final = 19
# First version in which the operands at the end of a memory profile are nodes with context sizes.
MEMORY_PROFILE_CONTEXTS_SINCE: Final = 20
# First version in which an unconditional branch cannot have weights.
CONDITIONAL_WEIGHTS_SINCE: Final = 23
# First version in which the values of a value profile must be numbers that differ.
PROFILE_VALUES_SINCE: Final = 23
# First version in which a memory profile requires a call site beside it.
CALL_SITES_REQUIRED_SINCE: Final = 23

# --- Ranges

# First version in which both limits of a range must have the same type.
PAIR_TYPES_SINCE: Final = 20
# First version with an error of its own for equal limits.
SAME_LIMITS_SINCE: Final = 17
# First version in which the ranges of a vector apply to its elements.
SCALAR_TYPES_SINCE: Final = 18

# --- Annotations

# First version in which an annotation can be a tuple of strings.
STRUCTURED_ANNOTATIONS_SINCE: Final = 17

# --- Tokens of allocations

# First version in which the types of `!callee_type` need not be generalized.
ANY_CALLEE_TYPE_SINCE: Final = 24
# First version in which `!alloc_token` can name a function.
ALLOCATION_FUNCTIONS_SINCE: Final = 24

# --- Aliases

# First version in which the domain of alias scopes has an i1 before its name.
ALIAS_DOMAIN_FLAGS_SINCE: Final = 24
# First version that refuses a `!tbaa` tag which is a scalar type, in text.
SCALAR_TAGS_REFUSED_SINCE: Final = 24
