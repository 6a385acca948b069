"""The errors of methods that fail because a module is broken."""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.module import Module


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
