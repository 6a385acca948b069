"""The reports of ``pyllvm link``, in the forms that llvm-link uses, and its progress bar on a terminal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Final, final

from pyllvm.cli.failures import write_failures
from pyllvm.cli.tool import Tool, write_error
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.plain import plain_text

if TYPE_CHECKING:
    from pyllvm.diagnostics.render import Progress
    from pyllvm.ir.module import Module
    from pyllvm.verifier import Failure

# Fewer inputs are linked too fast for a bar to be read.
_PROGRESS_FROM: Final = 8


class LinkAborted(Exception):
    """The link cannot go on; the reason has been reported."""


@final
class LinkReporter:
    """Reports the progress and the findings of one link."""

    def __init__(self, tool: Tool, is_verbose: bool, suppresses_warnings: bool) -> None:
        self.tool = tool
        self._is_verbose = is_verbose
        self._suppresses_warnings = suppresses_warnings
        self._bar: Progress | None = None

    @property
    def _is_plain(self) -> bool:
        return self.tool.is_plain

    @property
    def is_text(self) -> bool:
        """Whether reports are for people."""
        return self.tool.form == "text"

    def _aside(self) -> AbstractContextManager[None]:
        return nullcontext() if self._bar is None else self._bar.paused()

    def show_bar(self, count: int) -> AbstractContextManager[object]:
        """Show a progress bar on a terminal if there are many inputs."""
        if count < _PROGRESS_FROM or not self.is_text or self._is_verbose:
            return nullcontext()
        if not os.isatty(2) or os.environ.get("TERM") == "dumb":
            return nullcontext()
        from pyllvm.diagnostics.render import Progress

        self._bar = Progress("linking", count)
        return self._bar

    def begin(self, name: str) -> None:
        """Note that the next input is being linked."""
        if self._bar is not None:
            self._bar.advance(name)

    def end_bar(self) -> None:
        """Remove the bar: all inputs are linked."""
        self._bar = None

    def progress(self, text: str) -> None:
        """Report a step of the link, with -v."""
        if self._is_verbose:
            self.tool.write_line(text)

    def write(self, text: str) -> None:
        """Write a text as it is."""
        with self._aside():
            write_error(text)

    def write_failures(self, module: Module, failures: Sequence[Failure]) -> None:
        """Write the verifier's failures as text; in other forms they are notes of an error."""
        if self.is_text:
            with self._aside():
                write_failures(module, failures)

    def report(self, diagnostic: Diagnostic) -> None:
        """Report a diagnostic of the linker. LLVM's tool prints it without its own name."""
        if diagnostic.severity == "warning" and self._suppresses_warnings:
            return
        if self._is_plain:
            write_error(plain_text(diagnostic, is_llvm_only=self.tool.is_llvm_only))
            return
        # Some of LLVM's messages end with a line break.
        diagnostic.message = diagnostic.message.rstrip("\n")
        with self._aside():
            self.tool.report(diagnostic)

    def report_error(self, error: PyllvmError, filename: str) -> None:
        """Report the errors in an input."""
        with self._aside():
            self.tool.report_error(error, filename)

    def fail_bare(self, message: str) -> LinkAborted:
        """Report an error that LLVM's tool prints after its name, without the word "error"."""
        with self._aside():
            if self._is_plain:
                write_error(f"{self.tool.program}: {message}\n")
            else:
                self.tool.report(Diagnostic("error", message))
        return LinkAborted()

    def fail(self, message: str, notes: list[Diagnostic] | None = None, place: str = "") -> LinkAborted:
        """Report an error of the tool itself. Some messages begin with a space, as in LLVM."""
        shown = message if self._is_plain else message.strip()
        with self._aside():
            self.tool.report(Diagnostic("error", shown, notes=notes), place)
        return LinkAborted()
