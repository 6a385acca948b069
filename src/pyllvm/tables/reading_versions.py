"""What LLVM does to every module that it reads: the first release that does."""

from __future__ import annotations

from typing import Final

# --- migrations/on_reading/attributes

FRAME_POINTER_SINCE: Final = 10
NULL_POINTER_IS_VALID_SINCE: Final = 11

# --- migrations/on_reading/intrinsics

# llvm.objectsize may be computed at run time
RUN_TIME_SIZE_SINCE: Final = 9
# Before, what a call said of its operands went with the old call.
ATTRIBUTES_KEPT_SINCE: Final = 15

# --- migrations/on_reading/module_flags

# Since when the garbage collection's flag is a byte, and what else stood in it has flags of its own.
SWIFT_FLAGS_SINCE: Final = 11

# --- migrations/on_reading/nvvm

# Since when `max` and `min` are calls of `llvm.smax` and its like.
GENERAL_LIMITS_SINCE: Final = 20
SHORT_LIMITS_SINCE: Final = 17

# --- migrations/on_reading/sections

IMPLICIT_SECTIONS_GONE_SINCE: Final = 18

# --- migrations/on_reading/text

# First version in which UpgradeIntrinsicCall makes the records of llvm.dbg.* calls, before the module is verified.
RECORDS_BEFORE_CHECK_SINCE: Final = 21

# --- migrations/on_reading/arm

LANES_OF_32_BITS_SINCE: Final = 16
# Since when predicates of 64-bit elements are <2 x i1>.
SHORT_PREDICATES_SINCE: Final = 14
FLOAT_REDUCTION_SINCE: Final = 19

# --- migrations/on_reading/call_builder

# Before, `and` and `or` looked for operands that change nothing.
ONLY_FOLDS_SINCE: Final = 15
# Since when splats are inserted at an i64.
WIDE_SPLAT_INDEX_SINCE: Final = 15
# Since when the alignment of a masked load is an attribute of its pointer.
MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE: Final = 22
LIFETIME_WITHOUT_SIZE_SINCE: Final = 22

# --- migrations/on_reading/function_attributes

# The first versions whose readers correct these.
FITTING_SINCE: Final = 12
STRICT_CALLS_SINCE: Final = 11

# --- migrations/on_reading/intrinsic_calls

# Since when loads and stores have alignments in any case.
ALIGNMENTS_SINCE: Final = 11

# --- migrations/on_reading/x86

# Since when minima, maxima and absolute values have general intrinsics.
X86_GENERAL_LIMITS_SINCE: Final = 12

# --- migrations/on_reading/x86_signatures

# Those of bfloat took integers of 16 bits before.
BFLOAT_SINCE: Final = 16
# First version in which dot products of bytes and words take vectors of these; before, they took vectors of i32.
PARTS_IN_DOT_PRODUCTS_SINCE: Final = 22

# --- migrations/on_reading/amdgpu

# Since when what is not in memory on the device itself is left out by metadata.
FINE_GRAINED_SINCE: Final = 19
ADDRESS_SPACES_SINCE: Final = 20
