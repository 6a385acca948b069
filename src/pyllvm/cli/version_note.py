"""The note of a command that writes bitcode of an LLVM version that neither the user nor the input named."""

from __future__ import annotations

from pyllvm.cli.tool import Tool
from pyllvm.cli.version_options import VERSION_VARIABLE
from pyllvm.diagnostics import Diagnostic


def note_guessed_version(tool: Tool, version: int, filename: str = "") -> None:
    """Name the version of the bitcode, and how to choose another.

    Only for people and for other programs that read diagnostics: scripts compare standard error with LLVM's, which is empty.
    """
    if tool.is_plain:
        return
    message = (
        f"the text does not settle which LLVM it is for; the bitcode is for LLVM {version} "
        f"(choose with --llvm-version or {VERSION_VARIABLE})"
    )
    tool.report(Diagnostic("note", message), filename)
