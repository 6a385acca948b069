"""What LLVM asks of intrinsics, and how it derives their types and names: the first release that does."""

from __future__ import annotations

from typing import Final

# --- ir/intrinsics/attributes

# From this version on a declaration that is not as the intrinsic's must be is left alone.
SIGNATURE_CHECKED_SINCE: Final = 21

# --- ir/intrinsics/derived_types

# Before, vectors with a number of elements that does not divide were rounded down.
WHOLE_PARTS_SINCE: Final = 22
# Before, only integers were truncated.
FLOATING_POINT_TRUNCATED_SINCE: Final = 10

# --- ir/intrinsics/names

MAKES_PLACE_SINCE: Final = 13

# --- ir/intrinsics/signatures

# Pointers have no types below them from this version on.
OPAQUE_SINCE: Final = 17
# First version in which a struct that an intrinsic returns must be a literal struct.
LITERAL_STRUCTS_SINCE: Final = 15
# x86_mmx became <1 x i64>.
NO_MMX_SINCE: Final = 20

# --- verifier/intrinsic_rules/code_generator

# llvm.threadlocal.address must be asked for a thread-local variable
THREAD_LOCAL_SINCE: Final = 17

# --- verifier/intrinsic_rules/constrained

SCALABLE_LENGTHS_SINCE: Final = 17
# The words of exceptions are looked at before those of rounding.
EXCEPTIONS_FIRST_SINCE: Final = 9

# --- verifier/intrinsic_rules/general

# Assumptions may have operand bundles since then, and all of them are looked at.
ASSUMED_BUNDLES_SINCE: Final = 12
SEPARATE_STORAGE_SINCE: Final = 16
ALL_BUNDLES_SINCE: Final = 22

# --- verifier/intrinsic_rules/memory

# Before, the length of an element-wise atomic copy had to be so many elements.
LENGTHS_UNCHECKED_SINCE: Final = 11
# The alignment of masked accesses is looked at, and then an attribute.
ALIGNMENTS_OF_ELEMENTS_SINCE: Final = 9
GATHER_ALIGNMENTS_SINCE: Final = 11
NO_ALIGNMENTS_SINCE: Final = 22
WORDED_BY_CALL_SINCE: Final = 13

# --- verifier/intrinsic_rules/targets

CHAINING_WORDED_SHORTLY_SINCE: Final = 22

# --- verifier/intrinsic_rules/vectors

MATRICES_CHECKED_SINCE: Final = 11
# First version in which the operands of llvm.matrix.multiply must have the shapes that its arguments give.
SHAPES_CHECKED_SINCE: Final = 19

# --- verifier/intrinsics

# Before immarg, rules of their own asked for constants.
IMMEDIATE_ARGUMENTS_SINCE: Final = 9

# --- verifier/statepoints

# First version in which a relocation must be of the collector's pointers, and an attribute has the type of a statepoint's callee.
STRATEGY_SINCE: Final = 16
ELEMENT_TYPE_SINCE: Final = 15
# An undefined token may stand where a statepoint does since then: for a relocation, and for a result.
UNDEFINED_RELOCATED_SINCE: Final = 15
UNDEFINED_RESULT_SINCE: Final = 16
