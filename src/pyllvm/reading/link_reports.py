"""Who hears about the progress and the findings of a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyllvm.diagnostics import Diagnostic, PyllvmError
    from pyllvm.ir.module import Module
    from pyllvm.verifier import Failure


class LinkAborted(Exception):
    """The link cannot go on; the reason has been reported."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LinkReports:
    """The reports of one link; a command says them in its own words."""

    def progress(self, text: str) -> None:
        """Report a step of the link."""
        raise NotImplementedError

    def report(self, diagnostic: Diagnostic) -> None:
        """Report a diagnostic of the linker."""
        raise NotImplementedError

    def report_error(self, error: PyllvmError, filename: str) -> None:
        """Report the errors in an input."""
        raise NotImplementedError

    def report_broken(self, module: Module, failures: Sequence[Failure]) -> None:
        """Report that a module is broken, after the failures."""
        raise NotImplementedError

    def write_failures(self, module: Module, failures: Sequence[Failure]) -> None:
        """Report the verifier's failures."""
        raise NotImplementedError

    def fail_bare(self, message: str) -> LinkAborted:
        """Report an error in LLVM's words alone, and return what ends the link."""
        raise NotImplementedError

    def fail(self, message: str, notes: list[Diagnostic] | None = None, place: str = "") -> LinkAborted:
        """Report an error of the tool itself, and return what ends the link."""
        raise NotImplementedError
