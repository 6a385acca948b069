"""What a command reports where it writes bitcode of an LLVM that neither its user nor its input named."""

from __future__ import annotations

from pyllvm.cli.options import VERSION_VARIABLE
from pyllvm.diagnostics import Diagnostic


def guessed_version_note(version: int) -> Diagnostic:
    """The note with the version that was taken, and how to choose another."""
    return Diagnostic(
        "note",
        f"the text does not settle which LLVM it is for; the bitcode is that of LLVM {version} "
        f"(choose with --llvm-version or {VERSION_VARIABLE})",
    )
