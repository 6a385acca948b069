"""Draws diagnostics with their source excerpts, and colours text. The only module that imports rich."""

from __future__ import annotations

import io

from rich.console import Console
from rich.live import Live
from rich.syntax import Syntax
from rich.text import Text

from pyllvm.diagnostics.diagnostic import Diagnostic
from pyllvm.diagnostics.plain import advice
from pyllvm.diagnostics.source import BitcodeLocation, Span
from pyllvm.notation import Final, final

_STYLES: Final = {"error": "bold red", "warning": "bold magenta", "note": "bold cyan", "remark": "bold blue"}
# Larger texts are not highlighted: it would take too long.
_MOST_HIGHLIGHTED_BYTES: Final = 2_000_000


def console(file: io.StringIO, width: int | None = None) -> Console:
    """Return a console that always colours its output; the caller decides whether to use it."""
    return Console(file=file, force_terminal=True, color_system="256", highlight=False, soft_wrap=True, width=width)


def drawn(diagnostic: Diagnostic, program: str = "", filename: str = "", *, is_colored: bool = True) -> str:
    """Return a diagnostic for a terminal: header, excerpt with line number and marked span, notes."""
    buffer = io.StringIO()
    target = console(buffer) if is_colored else Console(file=buffer, color_system=None, highlight=False, soft_wrap=True)
    _draw(target, diagnostic, program, filename)
    return buffer.getvalue()


def _draw(target: Console, diagnostic: Diagnostic, program: str, filename: str) -> None:
    where = diagnostic.where
    header = Text()
    if program:
        header.append(f"{program}: ")
    if isinstance(where, Span):
        header.append(f"{_shown_name(where.source.name)}:{where.line}:{where.column}: ", style="bold")
    elif filename:
        header.append(f"{_shown_name(filename)}: ", style="bold")
    header.append(f"{diagnostic.severity}: ", style=_STYLES[diagnostic.severity])
    header.append(_printable(diagnostic.message), style="bold")
    if diagnostic.rule:
        header.append(f" [{diagnostic.rule}]", style="dim")
    target.print(header)
    if isinstance(where, Span) and not where.source.is_binary and b"\0" not in where.source.line_text(where.start):
        _draw_excerpt(target, where, _STYLES[diagnostic.severity])
    elif diagnostic.excerpt:
        for line in diagnostic.excerpt.splitlines():
            target.print(Text("      | ", style="dim").append(_printable(line), style="default not dim"))
    if isinstance(where, BitcodeLocation) and where.is_informative:
        target.print(Text("  at ", style="dim").append(_printable(where.describe())))
    if diagnostic.scope is not None:
        target.print(Text("  in ", style="dim").append(_printable(diagnostic.scope.describe()), style="dim"))
    for line in advice(diagnostic):
        target.print(Text("  help: ", style="bold green").append(_printable(line), style="default not bold"))
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
    line = Text(margin, style="dim")
    line.append(_printable(before), style="default not dim")
    line.append(_printable(inside), style=f"{style} not dim")
    line.append(_printable(after), style="default not dim")
    target.print(line)
    marks = "^" + "~" * (len(inside) - 1)
    target.print(Text(" " * 5 + " | ", style="dim").append(" " * len(before)).append(marks, style=f"{style} not dim"))


def highlighted_assembly(text: bytes) -> bytes:
    """Colour LLVM assembly for a terminal; a very long text stays as it is."""
    if len(text) > _MOST_HIGHLIGHTED_BYTES:
        return text
    buffer = io.StringIO()
    syntax = Syntax("", "llvm", theme="ansi_dark", background_color="default")
    coloured = syntax.highlight(text.decode("utf-8", "surrogateescape"))
    console(buffer).print(coloured, end="")
    return buffer.getvalue().encode("utf-8", "surrogateescape")


def _shown_name(filename: str) -> str:
    return "<stdin>" if filename == "-" else _printable(filename)


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _printable(text: str) -> str:
    # Control characters in an input must not reach the terminal.
    return "".join(c if c == "\t" or (c.isprintable() and c != "\x1b") else "\N{REPLACEMENT CHARACTER}" for c in text)


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
