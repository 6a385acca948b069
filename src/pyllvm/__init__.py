"""pyllvm: LLVM IR without LLVM.

`read` reads a file of text or bitcode, and `read_all` every module in a file, such as an archive or an object.
`parse_bitcode` and `parse_assembly` read from memory. `write`, `to_assembly` and `to_bitcode` write. `Module.downgraded`
brings a module to an older LLVM and returns each `Loss` on the way. `link` joins modules, and `verify` reports what is wrong
with one. `extract` makes a module of a part of one, `split` a file of each function, and `clone_function` copies a function.
`strip`, `strip_debug_info`, `strip_names`, `internalize` and `delete_dead_globals` change a module as LLVM's passes of these
names do, and `anonymize` gives it other names, so that it can be shared. The classes of modules, functions,
instructions and the rest are in `pyllvm.ir`. Invalid input raises `PyllvmError`; its `diagnostic` has the location.
"""

from __future__ import annotations

import importlib

from pyllvm.compiled_modules import install
from pyllvm.versions import NEWEST, OLDEST, __version__

# As in `pyllvm.versions`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from pyllvm import analysis as analysis
    from pyllvm import ir as ir
    from pyllvm.analysis.object_symbols import ObjectSymbol
    from pyllvm.analyzer.sizes import FileSizes, GlobalSize, Tally
    from pyllvm.building.builder import IRBuilder
    from pyllvm.comparison.changes import Change, Comparison
    from pyllvm.comparison.compare import compare
    from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError, Source, Span
    from pyllvm.ir.module import Module
    from pyllvm.library.anonymizing import anonymize
    from pyllvm.library.bitcode_sizes import bitcode_sizes
    from pyllvm.library.cross_reference import CrossReference, cross_reference
    from pyllvm.library.demangling import demangle
    from pyllvm.library.drawing import draw
    from pyllvm.library.editing import (
        clone_function,
        delete_dead_globals,
        extract,
        internalize,
        strip_debug_info,
        strip_names,
    )
    from pyllvm.library.files import parse_assembly, parse_bitcode, read, read_all, to_assembly, to_bitcode, write
    from pyllvm.library.linking import link
    from pyllvm.library.splitting import split
    from pyllvm.library.stripping import strip
    from pyllvm.library.symbols import symbols
    from pyllvm.library.verification import verify
    from pyllvm.migrations.loss import Loss

install()

# Imported on first access: the commands import this package as well, and need only part of it.
_WHERE: Final = {
    "BitcodeLocation": "pyllvm.diagnostics",
    "Change": "pyllvm.comparison.changes",
    "Comparison": "pyllvm.comparison.changes",
    "CrossReference": "pyllvm.library.cross_reference",
    "Diagnostic": "pyllvm.diagnostics",
    "FileSizes": "pyllvm.analyzer.sizes",
    "GlobalSize": "pyllvm.analyzer.sizes",
    "IRBuilder": "pyllvm.building.builder",
    "Loss": "pyllvm.migrations.loss",
    "Module": "pyllvm.ir.module",
    "ObjectSymbol": "pyllvm.analysis.object_symbols",
    "PyllvmError": "pyllvm.diagnostics",
    "Source": "pyllvm.diagnostics",
    "Span": "pyllvm.diagnostics",
    "Tally": "pyllvm.analyzer.sizes",
    "anonymize": "pyllvm.library.anonymizing",
    "bitcode_sizes": "pyllvm.library.bitcode_sizes",
    "clone_function": "pyllvm.library.editing",
    "compare": "pyllvm.comparison.compare",
    "cross_reference": "pyllvm.library.cross_reference",
    "delete_dead_globals": "pyllvm.library.editing",
    "demangle": "pyllvm.library.demangling",
    "draw": "pyllvm.library.drawing",
    "extract": "pyllvm.library.editing",
    "internalize": "pyllvm.library.editing",
    "link": "pyllvm.library.linking",
    "parse_assembly": "pyllvm.library.files",
    "parse_bitcode": "pyllvm.library.files",
    "read": "pyllvm.library.files",
    "read_all": "pyllvm.library.files",
    "split": "pyllvm.library.splitting",
    "strip": "pyllvm.library.stripping",
    "strip_debug_info": "pyllvm.library.editing",
    "strip_names": "pyllvm.library.editing",
    "symbols": "pyllvm.library.symbols",
    "to_assembly": "pyllvm.library.files",
    "to_bitcode": "pyllvm.library.files",
    "verify": "pyllvm.library.verification",
    "write": "pyllvm.library.files",
}

__all__ = [
    "NEWEST",
    "OLDEST",
    "BitcodeLocation",
    "Change",
    "Comparison",
    "CrossReference",
    "Diagnostic",
    "FileSizes",
    "GlobalSize",
    "IRBuilder",
    "Loss",
    "Module",
    "ObjectSymbol",
    "PyllvmError",
    "Source",
    "Span",
    "Tally",
    "__version__",
    "anonymize",
    "bitcode_sizes",
    "clone_function",
    "compare",
    "cross_reference",
    "delete_dead_globals",
    "demangle",
    "draw",
    "extract",
    "internalize",
    "link",
    "parse_assembly",
    "parse_bitcode",
    "read",
    "read_all",
    "split",
    "strip",
    "strip_debug_info",
    "strip_names",
    "symbols",
    "to_assembly",
    "to_bitcode",
    "verify",
    "write",
]

# Packages that need no import of their own.
_PACKAGES: Final = ("analysis", "ir")


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES])
