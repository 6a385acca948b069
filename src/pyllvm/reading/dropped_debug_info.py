"""Drops debug information of another version than LLVM's own from a module whose bodies are read in parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from pyllvm.diagnostics import Diagnostic
from pyllvm.ir.debug_info.debug_info import (
    CURRENT_VERSION,
    debug_info_version,
    strip_functions_debug_info,
    strip_other_debug_info,
)
from pyllvm.ir.debug_info.debug_intrinsics import remove_unused_declarations
from pyllvm.ir.debug_info.loop_locations import LoopStripper
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.intrinsic_names import DEBUG_INTRINSICS


@final
class DroppedDebugInfo:
    """Does in parts what `settle.drop_other_debug_info` does to a whole module."""

    def __init__(self, module: Module, *, is_divided: bool = True) -> None:
        """Drop what is in no function. A module that `drops_declarations` may not be divided."""
        self._module: Final = module
        self._version: Final = debug_info_version(module)
        self._applies: Final = self._version != CURRENT_VERSION
        self._loops: Final = LoopStripper(module.context, module.llvm_version)
        self.is_changed = False
        """Whether there was any."""
        self._drops_declarations: Final = not is_divided and drops_declarations(module)
        if self._applies:
            self.is_changed = strip_other_debug_info(module)

    def part(self, functions: Sequence[Function]) -> None:
        """Drop what is in functions whose bodies have been read."""
        if self._applies and strip_functions_debug_info(self._module, functions, self._loops):
            self.is_changed = True
        if self._drops_declarations:
            remove_unused_declarations(self._module)

    def finish(self) -> Diagnostic | None:
        """The warning that something was dropped, after all parts."""
        return other_version_warning(self._module, self._version) if self.is_changed else None


def drops_declarations(module: Module, newer: int | None = None) -> bool:
    """Whether debug intrinsics are dropped, after debug information, unless a call stays; LLVM may be `newer` than the module."""
    version = module.llvm_version if newer is None else newer
    return (
        version >= DEBUG_RECORDS_SINCE
        and any(module.get(name) is not None for name in DEBUG_INTRINSICS)
        and debug_info_version(module) != CURRENT_VERSION
    )


def other_version_warning(module: Module, version: int) -> Diagnostic:
    """The warning that debug information of this version was dropped."""
    return Diagnostic("warning", f"ignoring debug info with an invalid version ({version}) in {module.identifier}")
