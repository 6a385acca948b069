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
