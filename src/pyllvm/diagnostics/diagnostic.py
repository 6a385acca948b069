"""What went wrong, as a value: severity, message, place and notes; and the one exception that carries it."""

from __future__ import annotations

from typing import Literal, final

from pyllvm.diagnostics.source import BitcodeLocation, Scope, Span

Severity = Literal["error", "warning", "note", "remark"]


@final
class Diagnostic:
    """One thing to tell the user. Notes are diagnostics of severity "note" that belong to it."""

    __slots__ = ("excerpt", "hint", "is_finding", "message", "notes", "rule", "scope", "severity", "suggestion", "where")

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
        self.is_finding = False
        """It comes from the verifier or lint, and not from reading."""
        self.scope: Scope | None = None
        """The function, block and instruction that a finding of the verifier is about."""
        self.excerpt = ""
        """What LLVM's verifier shows of the module under its message: lines, each ended."""
        self.hint = ""
        """What may help to put it right; never in LLVM's plain form."""
        self.rule = ""
        """The name of the rule that found it, where it has one."""

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
