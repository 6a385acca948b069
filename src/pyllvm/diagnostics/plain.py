"""LLVM's plain form of a diagnostic: ``tool: file:line:column: error: message``, the source line, the caret."""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics.diagnostic import Diagnostic
from pyllvm.diagnostics.source import BitcodeLocation, Span

_TAB_STOP: Final = 8


def plain_text(diagnostic: Diagnostic, program: str = "", filename: str = "") -> str:
    """Return the diagnostic and its notes as LLVM's tools print them, each line with its line break.

    `filename` names the input of diagnostics that have no location in a text. Bytes that are not UTF-8 are
    surrogates in the result: write it with ``errors="surrogateescape"``.
    """
    parts: list[str] = []
    _append(parts, diagnostic, program, filename)
    return "".join(parts)


def finding_text(diagnostic: Diagnostic, filename: str) -> str:
    """Return a finding of the verifier: its message and the lines under it as LLVM prints them, then the locations.

    LLVM prints the message on a line of its own, and the lines directly under it; ours follow those.
    """
    parts = [diagnostic.message, "\n", diagnostic.excerpt]
    if diagnostic.excerpt and not diagnostic.excerpt.endswith("\n"):
        # LLVM prints a type without a line break.
        parts.append("\n")
    where = diagnostic.where
    scope = f"in {diagnostic.scope.describe()}" if diagnostic.scope is not None else "here"
    if isinstance(where, Span):
        parts.append(f"{_shown_name(where.source.name)}:{where.line}:{where.column}: note: {scope}\n")
    elif diagnostic.scope is not None:
        parts.append(f"{_shown_name(filename)}: note: {scope}{_bit(where)}\n")
    for note in diagnostic.notes:
        place = note.where
        if isinstance(place, Span):
            parts.append(f"{_shown_name(place.source.name)}:{place.line}:{place.column}: note: {note.message}\n")
        else:
            parts.append(f"{_shown_name(filename)}: note: {note.message}{_bit(place)}\n")
    return "".join(parts)


def _bit(where: BitcodeLocation | None) -> str:
    return "" if where is None else f" (bit {where.bit_offset})"


def _append(parts: list[str], diagnostic: Diagnostic, program: str, filename: str) -> None:
    where = diagnostic.where
    prefix = f"{program}: " if program else ""
    if isinstance(where, Span):
        name = _shown_name(where.source.name)
        parts.append(f"{prefix}{name}:{where.line}:{where.column}: {diagnostic.severity}: {diagnostic.message}\n")
        parts.append(_excerpt(where))
    else:
        place = f"{_shown_name(filename)}: " if filename else ""
        parts.append(f"{prefix}{place}{diagnostic.severity}: {diagnostic.message}\n")
        if isinstance(where, BitcodeLocation):
            parts.append(f"{prefix}{place}note: at {where.describe()}\n")
    for note in diagnostic.notes:
        if not isinstance(note.where, Span):  # LLVM prints one position in a text; the other forms show more
            _append(parts, note, program, filename)


def _shown_name(filename: str) -> str:
    return "<stdin>" if filename == "-" else filename


def _excerpt(where: Span) -> str:
    """Return the source line, with tabs as spaces, and the caret. LLVM draws no caret if the line is not ASCII."""
    line = where.source.line_text(where.start)
    shown = line.decode("utf-8", "surrogateescape")
    if not line.isascii():
        return _expand_tabs(shown) + "\n"
    column = where.column - 1
    before = _expand_tabs(shown[:column])
    return f"{_expand_tabs(shown)}\n{' ' * len(before)}^\n"


def _expand_tabs(text: str) -> str:
    return text.expandtabs(_TAB_STOP)
