"""Reports that a module is broken: as LLVM's tools do, and in the errors of the library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.module import Module
from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from pyllvm.verifier import Failure

BROKEN: Final = "LLVM ERROR: Broken module found, compilation aborted!\n"
NOT_CORRECT: Final = "assembly parsed, but does not verify as correct!"


class DoesNotFit(Exception):
    """The verifier of the LLVM as which a text is tried rejects the module."""


class Broken(Exception):
    """A module breaks rules of the verifier, which were written to standard error."""

    def __init__(self) -> None:
        super().__init__(BROKEN)


def write_failures(module: Module, failures: Sequence[Failure]) -> None:
    """Write the failures to standard error, as LLVM's verifier prints them."""
    # Imported only here: most modules have no failures.
    from pyllvm.findings.failure_text import failures_text

    write_error(failures_text(module, failures))


def broken(module: object, doing: str, fault: Exception) -> PyllvmError:
    """The error for an exception while a module, or a part of one, was `doing` ("printed", "written").

    It names what is wrong with the module, as `pyllvm.verify` does, or the exception if nothing else is known.
    """
    from pyllvm.verifier.structure import structure_failures

    notes: list[Diagnostic] = []
    if isinstance(module, Module):
        try:
            notes = [Diagnostic("note", failure.message) for failure in structure_failures(module)]
        except Exception:  # the check itself may fail on what is broken
            notes = []
    if notes:
        return PyllvmError(Diagnostic("error", f"the module cannot be {doing}: {notes[0].message}", notes=notes))
    reason = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return PyllvmError(Diagnostic("error", f"it cannot be {doing}, because it is broken: {reason}"))
