"""A diagnostic as a value (severity, message, location, notes), and the exception that carries it."""

from __future__ import annotations

from pyllvm.diagnostics.source import BitcodeLocation, Scope, Span
from pyllvm.notation import TYPE_CHECKING, final

if TYPE_CHECKING:
    from typing import Literal

    from pyllvm.diagnostics.fix import Fix

    Severity = Literal["error", "warning", "note", "remark"]
else:
    Severity = str


@final
class Diagnostic:
    """One message to the user.

    `severity` is "error", "warning", "remark" or "note". `where` is its location in a text or a bitstream, None if it has none.
    `notes` are diagnostics of severity "note" that explain it.
    """

    __slots__ = ("excerpt", "fix", "hint", "is_finding", "message", "notes", "rule", "scope", "severity", "suggestion", "where")

    def __init__(
        self,
        severity: Severity,
        message: str,
        where: Span | BitcodeLocation | None = None,
        notes: list[Diagnostic] | None = None,
        *,
        suggestion: str | None = None,
    ) -> None:
        self.severity: Severity = severity
        self.message = message
        self.where = where
        self.notes: list[Diagnostic] = notes if notes is not None else []
        self.suggestion = suggestion
        """The name that the user may have meant ("%count"); shown on a terminal, never in LLVM's plain form."""
        self.is_finding = False
        """True if the verifier or lint found it, False if it was found on reading."""
        self.scope: Scope | None = None
        """The function, block and instruction that a finding of the verifier is about."""
        self.excerpt = ""
        """The lines that LLVM's verifier prints under its message, each with its line break."""
        self.hint = ""
        """Advice on how to fix it; never in LLVM's plain form."""
        self.fix: Fix | None = None
        """The edits of the text that correct it, if they are known."""
        self.rule = ""
        """The name of the rule that found it; empty if the rule has no name."""

    def __repr__(self) -> str:
        return f"Diagnostic({self.severity}: {self.message!r}, {self.where!r})"


class PyllvmError(Exception):
    """The input or the request is wrong. `diagnostic` is the error, `others` are the further errors of the same run."""

    def __init__(self, diagnostic: Diagnostic | str, others: list[Diagnostic] | None = None) -> None:
        if isinstance(diagnostic, str):
            diagnostic = Diagnostic("error", diagnostic)
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.others: list[Diagnostic] = others if others is not None else []
        self.warnings: list[Diagnostic] = []
        """Warnings that LLVM prints before the first error."""
        self.llvm_version: int | None = None
        """The LLVM in whose language the text was read that has the errors, if there is a text."""
        self.has_help = False
        """Whether corrections were looked for: a module is read at one door, and the error reported at another."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All errors of the run, the first one first."""
        return [self.diagnostic, *self.others]
