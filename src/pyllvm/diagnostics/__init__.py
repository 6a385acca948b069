"""Errors and warnings with their locations: diagnostics as values, and their plain, machine-readable and drawn forms."""

from pyllvm.diagnostics.diagnostic import Diagnostic, PyllvmError, Severity
from pyllvm.diagnostics.source import BitcodeLocation, Scope, Source, Span

__all__ = ["BitcodeLocation", "Diagnostic", "PyllvmError", "Scope", "Severity", "Source", "Span"]
