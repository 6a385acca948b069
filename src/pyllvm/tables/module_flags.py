"""Module flags: the metadata that holds them, and the behaviors that merge them (Module::ModFlagBehavior).

Source: Module.h (ModFlagBehavior).
"""

from __future__ import annotations

from typing import Final

MODULE_FLAGS: Final = "llvm.module.flags"
# The flag of a module in which only `llvm.structured.*` intrinsics make and move pointers.
LOGICAL_POINTERS: Final = "require-logical-pointer"

# Objective-C's reference counting: a function whose calls became intrinsics, and the assembly that marks calls, which is
# named metadata in older modules and a flag in newer ones.
ARC_USE: Final = "clang.arc.use"
ARC_MARKER: Final = "clang.arc.retainAutoreleasedReturnValueMarker"

ERROR: Final = 1
WARNING: Final = 2
REQUIRE: Final = 3
OVERRIDE: Final = 4
APPEND: Final = 5
APPEND_UNIQUE: Final = 6
MAXIMUM: Final = 7
MINIMUM: Final = 8
MINIMUM_SINCE: Final = 15
