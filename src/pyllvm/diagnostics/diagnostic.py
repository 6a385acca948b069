"""What went wrong, as a value: severity, message, place and notes; and the one exception that carries it."""

from __future__ import annotations

from typing import Literal, final

from pyllvm.diagnostics.source import BitcodeLocation, Span

Severity = Literal["error", "warning", "note", "remark"]


@final
class Diagnostic:
    """One thing to tell the user. Notes are diagnostics of severity "note" that belong to it."""

    __slots__ = ("message", "notes", "severity", "suggestion", "where")

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
        """What the text may have meant ("%count"); shown on a terminal, never in LLVM's plain form."""

    def __repr__(self) -> str:
        return f"Diagnostic({self.severity}: {self.message!r}, {self.where!r})"


class PyllvmError(Exception):
    """The input, or what was asked of it, is wrong: `diagnostic` says how, `others` what else the same run found."""

    def __init__(self, diagnostic: Diagnostic | str, others: list[Diagnostic] | None = None) -> None:
        if isinstance(diagnostic, str):
            diagnostic = Diagnostic("error", diagnostic)
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.others: list[Diagnostic] = others if others is not None else []

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Every error of the run, the first one first."""
        return [self.diagnostic, *self.others]
