"""What LLVM computes otherwise from a release on: constants, symbols, control flow, hashes."""

from __future__ import annotations

from typing import Final

# --- analysis/cycles

UNREACHABLE_IGNORED_SINCE: Final = 20

# --- analysis/dominators

# First version in which a callbr's result dominates its indirect destinations.
INDIRECT_RESULTS_SINCE: Final = 17

# --- analysis/symbols

DEPENDENT_LIBRARIES_SINCE: Final = 9
COMPILER_USED_SINCE: Final = 13
OFFSET_TABLE_SINCE: Final = 18
# First version that tells MinGW's linker which hidden symbols not to export.
EXCLUDED_SYMBOLS_SINCE: Final = 16
# The empty string was among the names of library functions.
NAMELESS_SYMBOLS_USED_UNTIL: Final = 18

# --- ir/folding/constant_folding

# First version in which getelementptr folds only what does nothing
PLAIN_GEP_SINCE: Final = 19

# --- ir/shuffle_mask

# Before, the mask is an operand like any other.
MASKS_OF_NUMBERS_SINCE: Final = 11
POISON_IN_MASK_SINCE: Final = 17

# --- ir/string_map

XXH3_SINCE: Final = 17

# --- verifier/objective_c

# First version that checks whether such calls name their funclets.
FUNCLET_TOKENS_SINCE: Final = 17

# --- verifier/state

CONVERGENCE_CONTROL_SINCE: Final = 18

# --- addresses and uses

# First version in which a block's address is that of the block alone, in whichever function it is, and no use of the function.
BLOCK_ADDRESSES_OF_BLOCKS_SINCE: Final = 21
# First version in which plain numbers and their like have no use lists at all.
NO_USES_OF_DATA_SINCE: Final = 21

# --- ir/attribute_types

ALIGNMENTS_FOR_POINTERS_SINCE: Final = 12
NOUNDEF_FOR_VALUES_SINCE: Final = 12
# The last version whose verifier lists the attributes that a type cannot have, instead of naming the one that is wrong.
INCOMPATIBLE_LISTED_UNTIL: Final = 12
# The versions since when the list has the types themselves.
TYPES_LISTED_SINCE: Final = 11
