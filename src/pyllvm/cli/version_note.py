"""The note of a command that writes bitcode of an LLVM version that neither the user nor the input named."""

from __future__ import annotations

from pyllvm.cli.version_options import VERSION_VARIABLE
from pyllvm.diagnostics import Diagnostic


def guessed_version_note(version: int) -> Diagnostic:
    """The note that names the version of the bitcode, and how to choose another."""
    return Diagnostic(
        "note",
        f"the text does not settle which LLVM it is for; the bitcode is for LLVM {version} "
        f"(choose with --llvm-version or {VERSION_VARIABLE})",
    )
