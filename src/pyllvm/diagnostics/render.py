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
from pyllvm.diagnostics.fix import FixedLine
from pyllvm.diagnostics.plain import advice, decoded
from pyllvm.diagnostics.source import BitcodeLocation, Span
from pyllvm.diagnostics.styles import console, styled
from pyllvm.notation import Final, final

# Lines are not cut for a terminal that is narrower.
_FEWEST_COLUMNS: Final = 40
_INDENT: Final = 4
_MARGIN: Final = "      | "
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
_SEVERITY: Final = r"\b(error|warning|note|help|remark): "


def colored(text: str) -> str:
    """Return the lines of a plain form with the words error, warning, note and help in colour, for a pipe that wants colour."""
    return re.sub(_SEVERITY, lambda found: styled(found.group(), found.group(1)), text)


def drawn(diagnostic: Diagnostic, program: str = "", filename: str = "", *, is_colored: bool = True, columns: int = 0) -> str:
    """Return a diagnostic for a terminal: header, excerpt with line number and marked span, notes.

    `columns` is the width of the terminal: messages are broken between words, and excerpts are cut to the surroundings of the
    span. If it is 0, lines may have any length.
    """
    buffer = io.StringIO()
    _draw(console(buffer, is_colored=is_colored), diagnostic, program, filename, columns)
    return buffer.getvalue()


def _draw(target: Console, diagnostic: Diagnostic, program: str, filename: str, columns: int) -> None:
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
    _print(target, header, columns, _INDENT)
    if isinstance(where, Span) and not where.source.is_binary and b"\0" not in where.source.line_text(where.start):
        _draw_excerpt(target, where, diagnostic.severity, columns)
    elif diagnostic.excerpt:
        for line in diagnostic.excerpt.splitlines():
            # An instruction of a module that has no text: all of it is shown.
            _print(target, Text(_printable(line)), columns, _INDENT, _MARGIN)
    if isinstance(where, BitcodeLocation) and where.is_informative:
        _print(target, Text(f"  at {_printable(where.describe())}", style="faint"), columns, 2 * _INDENT)
    if diagnostic.scope is not None:
        _print(target, Text(f"  in {_printable(diagnostic.scope.describe())}", style="faint"), columns, 2 * _INDENT)
    for line in advice(diagnostic):
        _print(target, Text.assemble(("  help: ", "help"), _printable(line)), columns, 2 * _INDENT)
    if diagnostic.fix is not None:
        for fixed in diagnostic.fix.lines():
            _draw_fixed(target, fixed, columns)
    for note in diagnostic.notes:
        _draw(target, note, "", "" if diagnostic.is_finding else filename, columns)


def _print(target: Console, text: Text, columns: int, indent: int, margin: str = "") -> None:
    """Print a text, broken between words if it is longer than the terminal is wide. All lines but the first are indented."""
    room = columns - len(margin)
    lines = [text] if columns < _FEWEST_COLUMNS or text.cell_len <= room else text.wrap(target, room - indent)
    for number, line in enumerate(lines):
        if number:
            line = Text.assemble(" " * indent, line)
        if len(lines) > 1:
            line.rstrip()
        target.print(Text.assemble((margin, "faint"), line))


def _draw_excerpt(target: Console, where: Span, style: str, columns: int) -> None:
    line_number = where.line
    start, end = where.source.line_bounds(where.start)
    data = where.source.data
    inside = decoded(data[where.start : max(where.start, min(where.end, end))])
    after = _printable(decoded(data[where.start + len(inside.encode("utf-8", "surrogateescape")) : end]))
    before = _printable(decoded(data[start : where.start]).expandtabs(8))
    inside = _printable(inside)
    margin = f"{line_number:>5} | "
    if columns >= _FEWEST_COLUMNS:
        before, inside, after = _cut(before, inside, after, columns - len(margin))
    target.print(Text.assemble((margin, "faint"), before, (inside, style), after))
    marks = "^" + "~" * (len(inside) - 1)
    target.print(Text.assemble((" " * 5 + " | ", "faint"), " " * len(before), (marks, style)))


def _cut(before: str, inside: str, after: str, room: int) -> tuple[str, str, str]:
    """A line in three parts, cut to a room. Of the part inside, at least the beginning is left, with some of its surroundings."""
    if len(before) + len(inside) + len(after) <= room:
        return before, inside, after
    if len(before) + len(inside) < room:
        return before, inside, _without_end(after, room - len(before) - len(inside))
    inside = _without_end(inside, room // 2)
    left = room - len(inside)
    if len(before) < left:
        return before, inside, _without_end(after, left - len(before))
    # More of the text is in front of the span, where it says what it is about.
    behind = min(len(after), left // 3)
    ahead = left - behind
    if len(before) > ahead:
        before = _ELLIPSIS + before[len(before) - ahead + 1 :]
    return before, inside, _without_end(after, behind)


def _without_end(text: str, room: int) -> str:
    return text if len(text) <= room else text[: max(room - 1, 0)] + _ELLIPSIS * (room > 0)


def _draw_fixed(target: Console, line: FixedLine, columns: int) -> None:
    """Draw a line of the corrected text, with the new parts in colour and marked."""
    drawn = Text(f"{line.number:>5} | ", style="faint")
    below = Text("      | ", style="faint")
    for text, is_new in _parts_of_fixed(line, columns - len(drawn.plain) - 1 if columns >= _FEWEST_COLUMNS else 0):
        drawn.append(text, style="help" if is_new else "default")
        below.append(("~" if is_new else " ") * len(text), style="help")
    target.print(drawn)
    if line.marks:
        below.rstrip()
        target.print(below)


def _parts_of_fixed(line: FixedLine, room: int) -> list[tuple[str, bool]]:
    """The parts of a corrected line, and whether each is new; cut around the new parts if there is a room that is too small."""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for start, end in line.marks:
        pieces.append((line.text[at:start].decode("utf-8", "replace"), False))
        pieces.append((line.text[start:end].decode("utf-8", "replace"), True))
        at = end
    pieces.append((line.text[at:].decode("utf-8", "replace"), False))
    pieces = [(_printable(text.expandtabs(8)), is_new) for text, is_new in pieces]
    if room <= 0 or sum(len(text) for text, _ in pieces) <= room or len(pieces) == 1:
        return pieces
    before, inside, after = _cut(pieces[0][0], "".join(text for text, _ in pieces[1:-1]), pieces[-1][0], room)
    return [(before, False), (inside, True), (after, False)]


def _shown_name(filename: str) -> str:
    return "<stdin>" if filename == "-" else _printable(filename)


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
