"""Removes from modules what others need not know: the steps of ``pyllvm strip``, by name."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing import dead_debug_info, dead_globals, stripping
from pyllvm.ir.debug_info import debug_info
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module
from pyllvm.notation import Callable, Final, Sequence
from pyllvm.reading import source_traces
from pyllvm.tables.intrinsic_names import DEBUG_NAMES

STRIP: Final = "strip"
DEBUG: Final = "strip-debug"
NAMES: Final = "strip-names"
NON_DEBUG: Final = "strip-nondebug"
DEAD_DEBUG_INFO: Final = "strip-dead-debug-info"
DEAD_PROTOTYPES: Final = "strip-dead-prototypes"
PRODUCER: Final = "strip-producer"
SOURCE_PATHS: Final = "strip-source-paths"


def _strip(module: Module) -> None:
    debug_info.strip_debug_info(module)
    stripping.strip_names(module)


def _strip_non_debug(module: Module) -> None:
    stripping.strip_names(module, (DEBUG_NAMES,))


_STEPS: Final[dict[str, Callable[[Module], object]]] = {
    STRIP: _strip,
    DEBUG: debug_info.strip_debug_info,
    NAMES: stripping.strip_names,
    NON_DEBUG: _strip_non_debug,
    DEAD_DEBUG_INFO: dead_debug_info.strip_dead_debug_info,
    DEAD_PROTOTYPES: dead_globals.delete_dead_declarations,
    PRODUCER: source_traces.remove_producer,
    SOURCE_PATHS: source_traces.remove_source_paths,
}


def strip(module: Module, steps: Sequence[str] = (STRIP,)) -> None:
    """Remove from the module, in place, what the steps remove, one after the other.

    The steps with the names of passes of LLVM's opt do the same: "strip" removes debug information and the names of local
    values, local symbols and structs, "strip-debug" only the former, and "strip-nondebug" only the latter, except names that
    begin with `llvm.dbg`; "strip-dead-debug-info" removes debug information of variables and compile units that are gone, and
    "strip-dead-prototypes" declarations without uses. "strip-names" is "strip" without debug information. "strip-producer" and
    "strip-source-paths" remove the name of the compiler, and where the source was. Raises PyllvmError for another step.
    """
    check_module(module, "strip")
    for step in steps:
        if step not in _STEPS:
            raise PyllvmError(f"'{step}' is not a step; the steps are {', '.join(_STEPS)}")
    for step in steps:
        _STEPS[step](module)
