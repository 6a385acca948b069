"""The library's `verify`: the faults of a module, as diagnostics."""

from __future__ import annotations

from pyllvm.assembly.reader.places import Places
from pyllvm.diagnostics import Diagnostic
from pyllvm.findings.check import Check
from pyllvm.findings.report import Reporter
from pyllvm.ir.module import Module


def verify(module: Module, *, lint: bool = False) -> list[Diagnostic]:
    """The rules of its version that the module breaks, in LLVM's order; an empty list if it is valid.

    Each diagnostic has LLVM's message and, as `excerpt`, the lines that LLVM prints under it; `scope` names the function, block
    and instruction; `where` is the location in the text if the module was read with `keep_places` and not changed since; `notes`
    has causes and related locations; `hint` suggests a fix. If only the debug information is broken, the diagnostics are
    warnings, because LLVM's tools drop it and go on. With `lint`, warnings follow about code that LLVM accepts but that is
    probably a mistake. Nothing is dropped from the module; function bodies that were not read yet are read.
    """
    module.materialize()
    check = Check(lints=lint, keeps_module=True)
    places = module.places if isinstance(module.places, Places) else None
    check.run(module, lambda module: Reporter(module, places))
    return check.diagnostics
