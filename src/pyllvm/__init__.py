"""pyllvm: LLVM IR without LLVM.

`read` reads a file of text or bitcode, and `read_all` every module in a file, such as an archive or an object. `parse_bitcode`
and `parse_assembly` read from memory. `write`, `to_assembly` and `to_bitcode` write, and so does `canonical_text`, the same for
the same program. `Module.downgraded` brings a module to an older LLVM and returns each `Loss` on the way. `link` joins modules,
and `verify` reports what is wrong with one. `extract` makes a module from part of another, `split` makes a file of each
function, and `clone_function` a copy. `strip`, `strip_debug_info`, `strip_names`, `internalize` and `delete_dead_globals`
change a module as LLVM's passes of these names do, and `anonymize` gives it other names, so that it can be shared. `reduce`
makes the smallest module with a property. The classes of modules, functions, instructions and the rest are in `pyllvm.ir`.
Invalid input raises `PyllvmError`; its `diagnostic` has the location.
"""

from __future__ import annotations

# ruff: noqa: E402
import gc
import sys

# The script of a command imports this package first. Ctrl-C ends its process from here on: the imports that follow would show a
# traceback otherwise. A process that only uses the library keeps its handlers. `_signal` is as in `pyllvm.terminal.interrupts`.
_PROGRAM = (getattr(sys, "argv", None) or [""])[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
if _PROGRAM == "pyllvm" or (_PROGRAM.startswith("pyllvm-") and "." not in _PROGRAM):
    import _signal  # type: ignore[import-not-found]

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    gc.disable()  # the objects created by imports live until exit; see `pyllvm.cli.program.prepare`

from pyllvm.compiled_modules import install
from pyllvm.lazy_names import lazy_dir, lazy_names, offered

# Type checkers take this name for true. Before the hook of `pyllvm.cli` is set, interrupts and a lack of memory print tracebacks:
# `typing`, or a compiled module, would delay that.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from pyllvm import analysis as analysis
    from pyllvm import ir as ir
    from pyllvm import passes as passes
    from pyllvm.analysis.object_symbols import ObjectSymbol as ObjectSymbol
    from pyllvm.analyzer.sizes import FileSizes as FileSizes
    from pyllvm.analyzer.sizes import GlobalSize as GlobalSize
    from pyllvm.analyzer.sizes import Tally as Tally
    from pyllvm.building.builder import IRBuilder as IRBuilder
    from pyllvm.building.debug_builder import DIBuilder as DIBuilder
    from pyllvm.comparison.changes import Change as Change
    from pyllvm.comparison.changes import Comparison as Comparison
    from pyllvm.diagnostics import BitcodeLocation as BitcodeLocation
    from pyllvm.diagnostics import Diagnostic as Diagnostic
    from pyllvm.diagnostics import PyllvmError as PyllvmError
    from pyllvm.diagnostics import Source as Source
    from pyllvm.diagnostics import Span as Span
    from pyllvm.editing.ssa import SSAUpdater as SSAUpdater
    from pyllvm.ir.module import Module as Module
    from pyllvm.library.anonymizing import anonymize as anonymize
    from pyllvm.library.bitcode_sizes import bitcode_sizes as bitcode_sizes
    from pyllvm.library.comparing import canonical_text as canonical_text
    from pyllvm.library.comparing import compare as compare
    from pyllvm.library.cross_reference import CrossReference as CrossReference
    from pyllvm.library.cross_reference import cross_reference as cross_reference
    from pyllvm.library.demangling import demangle as demangle
    from pyllvm.library.drawing import draw as draw
    from pyllvm.library.editing import clone_function as clone_function
    from pyllvm.library.editing import delete_dead_globals as delete_dead_globals
    from pyllvm.library.editing import erase_dead as erase_dead
    from pyllvm.library.editing import extract as extract
    from pyllvm.library.editing import inline_call as inline_call
    from pyllvm.library.editing import internalize as internalize
    from pyllvm.library.editing import remove_unreachable_blocks as remove_unreachable_blocks
    from pyllvm.library.editing import split as split
    from pyllvm.library.editing import split_edge as split_edge
    from pyllvm.library.editing import strip_debug_info as strip_debug_info
    from pyllvm.library.editing import strip_names as strip_names
    from pyllvm.library.files import parse_assembly as parse_assembly
    from pyllvm.library.files import parse_bitcode as parse_bitcode
    from pyllvm.library.files import read as read
    from pyllvm.library.files import read_all as read_all
    from pyllvm.library.files import to_assembly as to_assembly
    from pyllvm.library.files import to_bitcode as to_bitcode
    from pyllvm.library.files import write as write
    from pyllvm.library.linking import link as link
    from pyllvm.library.reducing import Reduction as Reduction
    from pyllvm.library.reducing import reduce as reduce
    from pyllvm.library.stripping import strip as strip
    from pyllvm.library.symbols import symbols as symbols
    from pyllvm.library.verification import verify as verify
    from pyllvm.migrations.loss import Loss as Loss
    from pyllvm.passes import PassRun as PassRun
    from pyllvm.passes import run_passes as run_passes
    from pyllvm.versions import NEWEST as NEWEST
    from pyllvm.versions import OLDEST as OLDEST
    from pyllvm.versions import __version__ as __version__

install()
if sys.implementation.name != "cpython":
    # The sources import `librt`, which is for CPython only.
    from pyllvm import librt_stand_in

    librt_stand_in.install()

from pyllvm.ir.above import register_with


def _register_methods(needs: type[object]) -> None:
    """Let methods of IR's classes find the rooms above `ir`, when the first of them does."""
    from pyllvm.methods import register_methods

    register_methods(needs)


register_with(_register_methods)

# Imported on first access: the commands import this package as well, and need only part of it. Type checkers read the imports
# above; a test holds them against these names, and no other place has them.
_MODULES: Final = {
    "pyllvm.analysis.object_symbols": "ObjectSymbol",
    "pyllvm.analyzer.sizes": "FileSizes GlobalSize Tally",
    "pyllvm.building.builder": "IRBuilder",
    "pyllvm.building.debug_builder": "DIBuilder",
    "pyllvm.comparison.changes": "Change Comparison",
    "pyllvm.diagnostics": "BitcodeLocation Diagnostic PyllvmError Source Span",
    "pyllvm.ir.module": "Module",
    "pyllvm.library.anonymizing": "anonymize",
    "pyllvm.library.bitcode_sizes": "bitcode_sizes",
    "pyllvm.library.comparing": "canonical_text compare",
    "pyllvm.library.cross_reference": "CrossReference cross_reference",
    "pyllvm.library.demangling": "demangle",
    "pyllvm.library.drawing": "draw",
    "pyllvm.library.editing": (
        "clone_function delete_dead_globals erase_dead extract inline_call internalize remove_unreachable_blocks split "
        "split_edge strip_debug_info strip_names"
    ),
    "pyllvm.library.files": "parse_assembly parse_bitcode read read_all to_assembly to_bitcode write",
    "pyllvm.library.linking": "link",
    "pyllvm.passes": "PassRun run_passes",
    "pyllvm.library.reducing": "Reduction reduce",
    "pyllvm.editing.ssa": "SSAUpdater",
    "pyllvm.library.stripping": "strip",
    "pyllvm.library.symbols": "symbols",
    "pyllvm.library.verification": "verify",
    "pyllvm.migrations.loss": "Loss",
    "pyllvm.versions": "NEWEST OLDEST __version__",
}
# Packages that need no import of their own.
_PACKAGES: Final = ("analysis", "ir", "passes")

__all__ = offered(_MODULES)
_find = lazy_names(__name__, _MODULES)
__dir__ = lazy_dir([*__all__, *_PACKAGES])


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        import pyllvm.analysis
        import pyllvm.ir
        import pyllvm.passes

        return getattr(pyllvm, name)
    return _find(name)
