"""Draws with rich: diagnostics with their source excerpts, and the line that shows progress.

Imported only where something is drawn or coloured.
"""

from __future__ import annotations

import io
import re

from rich.console import Console
from rich.live import Live
from rich.text import Text

from pyllvm.diagnostics.diagnostic import Diagnostic
from pyllvm.diagnostics.plain import advice
from pyllvm.diagnostics.source import BitcodeLocation, Span
from pyllvm.diagnostics.styles import console, styled
from pyllvm.notation import Final, final

_SEVERITY: Final = r"\b(error|warning|note|help|remark): "


def colored(text: str) -> str:
    """Return the lines of a plain form with the words error, warning, note and help in colour, for a pipe that wants colour."""
    return re.sub(_SEVERITY, lambda found: styled(found.group(), found.group(1)), text)


def drawn(diagnostic: Diagnostic, program: str = "", filename: str = "", *, is_colored: bool = True) -> str:
    """Return a diagnostic for a terminal: header, excerpt with line number and marked span, notes."""
    buffer = io.StringIO()
    _draw(console(buffer, is_colored=is_colored), diagnostic, program, filename)
    return buffer.getvalue()


def _draw(target: Console, diagnostic: Diagnostic, program: str, filename: str) -> None:
    where = diagnostic.where
    header = Text()
    if program:
        header.append(f"{program}: ")
    if isinstance(where, Span):
        header.append(f"{_shown_name(where.source.name)}:{where.line}:{where.column}: ", style="heading")
    elif filename:
        header.append(f"{_shown_name(filename)}: ", style="heading")
    header.append(f"{diagnostic.severity}: ", style=diagnostic.severity)
    header.append(_printable(diagnostic.message), style="heading")
    if diagnostic.rule:
        header.append(f" [{diagnostic.rule}]", style="faint")
    target.print(header)
    if isinstance(where, Span) and not where.source.is_binary and b"\0" not in where.source.line_text(where.start):
        _draw_excerpt(target, where, diagnostic.severity)
    elif diagnostic.excerpt:
        for line in diagnostic.excerpt.splitlines():
            target.print(Text.assemble(("      | ", "faint"), _printable(line)))
    if isinstance(where, BitcodeLocation) and where.is_informative:
        target.print(Text(f"  at {_printable(where.describe())}", style="faint"))
    if diagnostic.scope is not None:
        target.print(Text(f"  in {_printable(diagnostic.scope.describe())}", style="faint"))
    for line in advice(diagnostic):
        target.print(Text.assemble(("  help: ", "help"), _printable(line)))
    for note in diagnostic.notes:
        _draw(target, note, "", "" if diagnostic.is_finding else filename)


def _draw_excerpt(target: Console, where: Span, style: str) -> None:
    line_number = where.line
    start, end = where.source.line_bounds(where.start)
    data = where.source.data
    before = _decoded(data[start : where.start]).expandtabs(8)
    inside = _decoded(data[where.start : max(where.start, min(where.end, end))])
    after = _decoded(data[where.start + len(inside.encode("utf-8", "surrogateescape")) : end])
    margin = f"{line_number:>5} | "
    target.print(Text.assemble((margin, "faint"), _printable(before), (_printable(inside), style), _printable(after)))
    marks = "^" + "~" * (len(inside) - 1)
    target.print(Text.assemble((" " * 5 + " | ", "faint"), " " * len(before), (marks, style)))


def _shown_name(filename: str) -> str:
    return "<stdin>" if filename == "-" else _printable(filename)


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _printable(text: str) -> str:
    # Control characters in an input must not reach the terminal.
    return "".join(c if c == "\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


@final
class StatusLine:
    """A line on standard error that is drawn again and again, and leaves nothing behind."""

    def __init__(self) -> None:
        self._live: Live | None = None

    def show(self, text: str) -> None:
        """Draw the line, in place of what it was."""
        line = Text(_printable(text), no_wrap=True, overflow="ellipsis")
        if self._live is None:
            # Without threads: work is done in other processes, which a process with threads may not start.
            self._live = Live(console=Console(stderr=True), transient=True, auto_refresh=False)
            self._live.start()
        self._live.update(line, refresh=True)

    def hide(self) -> None:
        """Remove the line."""
        if self._live is not None:
            self._live.stop()
            self._live = None
