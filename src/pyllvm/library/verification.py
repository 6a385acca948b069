"""The library's `verify`: the faults of a module, as diagnostics."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.assembly.reader.places import Places
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.findings.report import Reporter
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.debug_info.debug_info import CURRENT_VERSION, debug_info_version, has_debug_info
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module
from pyllvm.ir.summary import AliasSummary
from pyllvm.ir.types import Context
from pyllvm.migrations.representable import representable
from pyllvm.notation import Final
from pyllvm.reading.check import Check
from pyllvm.reading.copying import copy_module
from pyllvm.reading.settle import drop_other_debug_info
from pyllvm.tables.intrinsic_names import PREFIX
from pyllvm.verifier.state import Failure
from pyllvm.verifier.structure import structure_failures
from pyllvm.wishes import Wishes

_REPORTERS_OF_BROKEN_MODULES: Final = 20
"""How many reporters may fail on a broken module. Each numbers the module anew, which takes time in proportion to its size."""


def verify(module: Module, *, lint: bool = False, rewrite: bool = False) -> list[Diagnostic]:
    """Return the rules of its version that the module breaks, in LLVM's order; an empty list if it is valid.

    Each diagnostic has LLVM's message and, as `excerpt`, the lines that LLVM prints under it; `scope` names the function, block
    and instruction; `where` is the location in the text if the module was read with `keep_places` and not changed since; `notes`
    has causes and related locations; `hint` suggests a fix. If only the debug information is broken, the diagnostics are
    warnings, because LLVM's tools drop it and go on. With `lint`, warnings follow about code that LLVM accepts but that is
    probably a mistake. Nothing is dropped from the module; function bodies that were not read yet are read.

    Constructs that LLVM `module.llvm_version` does not have are errors as well. Text and bitcode of this version cannot contain
    them, but a program that builds a module can. The same is true of a module that is put together wrongly: an instruction that
    is in two blocks, an operand of another function, a use that is not recorded ... Then only these faults are returned, because
    LLVM's rules presume that there are none. With `rewrite`, a module without errors is also written as bitcode and read again,
    as a last check, which takes several times as long; an error that stops either is returned.
    """
    check_module(module, "verify")
    with module.context.lock, COLLECTION_PAUSE:
        module.materialize()
        broken = structure_failures(module)
        if broken:
            return _diagnostics_of_structure(module, _places(module), broken)
        wishes = Wishes()
        wishes.lints = lint
        verified, diagnostics = _verified(module, wishes)
        if rewrite and not any(diagnostic.severity == "error" for diagnostic in diagnostics):
            diagnostics += _unreadable(verified)
        return diagnostics


def _places(module: Module) -> Places | None:
    return module.places if isinstance(module.places, Places) else None


def _verified(module: Module, wishes: Wishes) -> tuple[Module, list[Diagnostic]]:
    """The module, or a copy without debug information that LLVM's tools drop before they verify; and what it breaks."""
    if debug_info_version(module) != CURRENT_VERSION and has_debug_info(module):
        module = module.copy()
        drop_other_debug_info(module)
    check = _run(Check(wishes, keeps_module=True), module)
    if check.has_broken_debug_info:
        # LLVM's tools drop it, and verify the rest again.
        module = module.copy()
        check = _run(Check(wishes, keeps_module=False), module)
    return module, [*_foreign_constructs(module, check), *check.diagnostics, *_faults_of_summary(module)]


def _diagnostics_of_structure(module: Module, places: Places | None, failures: list[Failure]) -> list[Diagnostic]:
    """The diagnostics of a module that may be too broken to be printed."""
    diagnostics: list[Diagnostic] = []
    reporter: Reporter | None = None
    attempts = _REPORTERS_OF_BROKEN_MODULES
    for failure in failures:
        if attempts:
            try:
                if reporter is None:
                    reporter = Reporter(module, places)
                diagnostics.append(reporter.diagnostic(failure, "error"))
                continue
            except Exception:  # whatever the fault makes of it
                reporter = None
                attempts -= 1
        diagnostics.append(Diagnostic("error", failure.message))
    return diagnostics


def _run(check: Check, module: Module) -> Check:
    """Check the module, as the command and LLVM's opt verify it."""
    places = _places(module)
    check.unifies_types = True
    check.run(module, lambda module: Reporter(module, places))
    return check


def _faults_of_summary(module: Module) -> list[Diagnostic]:
    """The entries of a ThinLTO summary that name a symbol, or the target of an alias, that is not there."""
    summary = module.summary
    if summary is None or not module.symbols:
        return []
    faults: list[Diagnostic] = []
    for info in summary.values.values():
        if info.name and module.get(info.name) is None:
            faults.append(Diagnostic("error", f"the summary names @{info.name}, which is not in the module"))
        for entry in info.summaries:
            if isinstance(entry, AliasSummary) and (entry.aliasee is None or not entry.aliasee.summaries):
                name = f"@{info.name}" if info.name else f"an alias with the GUID {info.guid}"
                faults.append(Diagnostic("error", f"the summary of {name} does not have its aliasee"))
    return faults


def _unreadable(module: Module) -> list[Diagnostic]:
    """The diagnostics that keep the module from being written and read again."""
    try:
        copy_module(module, Context()).materialize()
    except PyllvmError as error:
        return [error.diagnostic, *error.others]
    return []


def _foreign_constructs(module: Module, check: Check) -> list[Diagnostic]:
    """The constructs in a module that its own version does not have, and cannot read.

    For a module that the check found broken, and that cannot be read for another reason, they are not known, and not reported.
    """
    diagnostics: list[Diagnostic] = []
    losses = representable(module, module.llvm_version)
    if not losses:
        return diagnostics
    readable = _readable_constructs(module)
    if readable is None:
        if check.is_broken:
            return diagnostics
        readable = set()
    reporter = Reporter(module, _places(module))
    for loss in losses:
        if loss.construct in readable:
            continue
        if loss.instruction is None and loss.subject is not None and loss.subject.name.startswith(PREFIX):
            continue  # LLVM accepts the declaration of an intrinsic that it does not know
        message = f"LLVM {module.llvm_version} does not have {loss.construct} ({loss.releases})"
        thing = loss.instruction or loss.subject
        failure = Failure(message, [] if thing is None else [thing], thing)
        diagnostics.append(reporter.diagnostic(failure, "error"))
    return diagnostics


def _readable_constructs(module: Module) -> set[str] | None:
    """The constructs that LLVM of the module's version does not know and yet reads from text; None if it cannot read the text."""
    try:
        again = parse_assembly(print_module(module), "", llvm_version=module.llvm_version)
    except PyllvmError:
        return None
    return {loss.construct for loss in representable(again, again.llvm_version)}
