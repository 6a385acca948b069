"""Draws DOT as SVG with graphviz's program `dot`."""

from __future__ import annotations

import shutil
import subprocess

from pyllvm.diagnostics import Diagnostic, PyllvmError


def svg_of(dot: str) -> str:
    """Return the SVG that `dot -Tsvg` makes of a graph. Raises PyllvmError if `dot` is not installed, or if it fails."""
    program = shutil.which("dot")
    if program is None:
        error = Diagnostic("error", "SVG is drawn by graphviz's program 'dot', which is not installed")
        error.hint = "install graphviz, or use --html, --format=dot or --format=mermaid, which need no other program"
        raise PyllvmError(error)
    result = subprocess.run([program, "-Tsvg"], input=dot.encode("utf-8", "surrogateescape"), capture_output=True)
    if result.returncode:
        message = result.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise PyllvmError(Diagnostic("error", f"graphviz's program 'dot' failed: {message}"))
    return result.stdout.decode("utf-8", "replace")
