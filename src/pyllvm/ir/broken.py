"""The error for IR that cannot be printed or written because a program broke it."""

from __future__ import annotations

import importlib

from pyllvm.diagnostics import Diagnostic, PyllvmError


def broken(module: object, doing: str, fault: Exception) -> PyllvmError:
    """The error for an exception while a module, or a part of one, was `doing` ("printed", "written").

    It names what is wrong with the module, as `pyllvm.verify` does, or the exception if nothing else is known.
    """
    notes: list[Diagnostic] = []
    if module is not None:
        try:
            structure = importlib.import_module("pyllvm.verifier.structure")
            notes = [Diagnostic("note", failure.message) for failure in structure.structure_failures(module)]
        except Exception:  # the check itself may fail on what is broken
            notes = []
    if notes:
        return PyllvmError(Diagnostic("error", f"the module cannot be {doing}: {notes[0].message}", notes=notes))
    reason = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return PyllvmError(Diagnostic("error", f"it cannot be {doing}, because it is broken: {reason}"))
