"""Module flags: the metadata that holds them, and the behaviors that merge them (Module::ModFlagBehavior)."""

from __future__ import annotations

from typing import Final

MODULE_FLAGS: Final = "llvm.module.flags"

ERROR: Final = 1
WARNING: Final = 2
REQUIRE: Final = 3
OVERRIDE: Final = 4
APPEND: Final = 5
APPEND_UNIQUE: Final = 6
MAXIMUM: Final = 7
MINIMUM: Final = 8
MINIMUM_SINCE: Final = 15
