"""The library's `verify`: the faults of a module, as diagnostics."""

from __future__ import annotations

from pyllvm.assembly.reader.places import Places
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.findings.check import Check
from pyllvm.findings.report import Reporter
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.library.copying import copy_module
from pyllvm.migrations.representable import representable
from pyllvm.tables.intrinsics import PREFIX
from pyllvm.verifier.state import Failure
from pyllvm.verifier.structure import structure_failures


def verify(module: Module, *, lint: bool = False) -> list[Diagnostic]:
    """Return the rules of its version that the module breaks, in LLVM's order; an empty list if it is valid.

    Each diagnostic has LLVM's message and, as `excerpt`, the lines that LLVM prints under it; `scope` names the function, block
    and instruction; `where` is the location in the text if the module was read with `keep_places` and not changed since; `notes`
    has causes and related locations; `hint` suggests a fix. If only the debug information is broken, the diagnostics are
    warnings, because LLVM's tools drop it and go on. With `lint`, warnings follow about code that LLVM accepts but that is
    probably a mistake. Nothing is dropped from the module; function bodies that were not read yet are read.

    Constructs that LLVM `module.llvm_version` does not have are errors as well. Text and bitcode of that version cannot contain
    them, but a program that builds a module can. The same is true of a module that is put together wrongly: an instruction that
    is in two blocks, an operand of another function, a use that is not recorded ... Then only these faults are returned, because
    LLVM's rules presume that there are none. A module without errors can be written, and read again: that is tried.
    """
    module.materialize()
    places = module.places if isinstance(module.places, Places) else None
    broken = structure_failures(module)
    if broken:
        return [_diagnostic(module, places, failure) for failure in broken]
    check = Check(lints=lint, keeps_module=True)
    check.run(module, lambda module: Reporter(module, places))
    diagnostics = [*_foreign_constructs(module, places), *check.diagnostics]
    if not any(diagnostic.severity == "error" for diagnostic in diagnostics):
        diagnostics += _unreadable(module)
    return diagnostics


def _diagnostic(module: Module, places: Places | None, failure: Failure) -> Diagnostic:
    """The diagnostic of a failure in a module that may be too broken to be printed."""
    try:
        return Reporter(module, places).diagnostic(failure, "error")
    except Exception:  # whatever the fault makes of it
        return Diagnostic("error", failure.message)


def _unreadable(module: Module) -> list[Diagnostic]:
    """What keeps the module from being written and read again."""
    try:
        copy_module(module, Context()).materialize()
    except PyllvmError as error:
        return [error.diagnostic, *error.others]
    return []


def _foreign_constructs(module: Module, places: Places | None) -> list[Diagnostic]:
    """The constructs in a module that its own version does not have."""
    reporter = Reporter(module, places)
    diagnostics: list[Diagnostic] = []
    for loss in representable(module, module.llvm_version):
        if loss.instruction is None and loss.subject is not None and loss.subject.name.startswith(PREFIX):
            continue  # LLVM accepts the declaration of an intrinsic that it does not know
        message = f"LLVM {module.llvm_version} does not have {loss.construct} ({loss.releases})"
        thing = loss.instruction or loss.subject
        failure = Failure(message, [] if thing is None else [thing], False, thing)
        diagnostics.append(reporter.diagnostic(failure, "error"))
    return diagnostics
