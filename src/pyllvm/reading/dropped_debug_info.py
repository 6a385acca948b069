"""Drops debug information of another version than LLVM's own from a module whose bodies are read in parts."""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic
from pyllvm.ir.debug_info.debug_info import (
    CURRENT_VERSION,
    debug_info_version,
    strip_functions_debug_info,
    strip_other_debug_info,
)
from pyllvm.ir.debug_info.debug_intrinsics import DEBUG_INTRINSICS
from pyllvm.ir.debug_info.loop_locations import LoopStripper
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.notation import Final, Sequence, final
from pyllvm.separation import DROPS, begin_again
from pyllvm.tables.features import DEBUG_RECORDS_SINCE


@final
class DroppedDebugInfo:
    """Does in parts what `settle.drop_other_debug_info` does to a whole module."""

    def __init__(self, module: Module) -> None:
        """Drop what is in no function. Begins again if that concerns declarations that only bodies use."""
        self._module: Final = module
        self._version: Final = debug_info_version(module)
        self._applies: Final = self._version != CURRENT_VERSION
        self._loops: Final = LoopStripper(module.context, module.llvm_version)
        self._is_changed = False
        if self._applies:
            if module.llvm_version >= DEBUG_RECORDS_SINCE and any(module.get(name) is not None for name in DEBUG_INTRINSICS):
                # These go unless a call stays.
                begin_again(DROPS)
            self._is_changed = strip_other_debug_info(module)

    def part(self, functions: Sequence[Function]) -> None:
        """Drop what is in functions whose bodies have been read."""
        if self._applies and strip_functions_debug_info(self._module, functions, self._loops):
            self._is_changed = True

    def finish(self) -> Diagnostic | None:
        """The warning that something was dropped, after all parts."""
        return other_version_warning(self._module, self._version) if self._is_changed else None


def other_version_warning(module: Module, version: int) -> Diagnostic:
    """The warning that debug information of this version was dropped."""
    return Diagnostic("warning", f"ignoring debug info with an invalid version ({version}) in {module.identifier}")
