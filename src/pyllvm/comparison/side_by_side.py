"""Draws a comparison for a terminal: the two modules side by side, in color."""

from __future__ import annotations

import io
import re

from rich.text import Text

from pyllvm.comparison.changes import ADDED, EQUAL, MOVED, REMOVED, Comparison, Row
from pyllvm.comparison.sequences import align
from pyllvm.comparison.unified import detail_text, hunks, summary_text
from pyllvm.diagnostics.styles import console
from pyllvm.notation import Callable, Final

_REMOVED: Final = "removed"
_ADDED: Final = "added"
_WORDS: Final = re.compile(r"[\w.$%@!#-]+|\s+|.")
_LEAST_WIDTH: Final = 24
_MARKS: Final = {EQUAL: " ", REMOVED: "<", ADDED: ">", MOVED: "~"}
_LONGEST: Final = 2000
# The spaces before the comment with the predecessors of a block.
_SPACES_BEFORE_COMMENT: Final = re.compile(r"(?<=:) +(?=; preds|; No)")


def side_by_side(
    comparison: Comparison,
    before: str,
    after: str,
    columns: int,
    *,
    context: int = 3,
    is_colored: bool = True,
    harmless: Callable[[str], str] = str,
) -> str:
    """Return the changes as two columns for a terminal that is `columns` wide, with `context` equal lines around each.

    `before` and `after` are the names above the columns. `harmless` is applied to text of the modules. "" if nothing changed.
    """
    if not comparison:
        return ""
    width = max((columns - 3) // 2, _LEAST_WIDTH)
    lines = [_line(Text(_cut(harmless(before), width), "heading"), " ", Text(_cut(harmless(after), width), "heading"), width)]
    for section in comparison.sections:
        for number, hunk in enumerate(hunks(section.rows, context)):
            title = harmless(section.title) if number == 0 else "..."
            lines.append(Text(f"── {title} ".ljust(2 * width + 3, "─"), "place"))
            for row in hunk:
                lines += _row_lines(row, width, harmless)
    lines.append(Text(summary_text(comparison), "heading"))
    if not is_colored:
        return "".join(line.plain.rstrip() + "\n" for line in lines)
    buffer = io.StringIO()
    target = console(buffer, width=2 * width + 3)
    for line in lines:
        target.print(line)
    return buffer.getvalue()


def _row_lines(row: Row, width: int, harmless: Callable[[str], str]) -> list[Text]:
    before = None if row.before is None else _shown(row.before, harmless)
    after = None if row.after is None else _shown(row.after, harmless)
    if row.action == EQUAL:
        left, right = Text(before or "", "faint"), Text(after or "", "faint")
    elif before is not None and after is not None:
        left, right = _compared(before, after)
    else:
        left, right = Text(before or "", _REMOVED), Text(after or "", _ADDED)
    mark = _MARKS.get(row.action, "|")
    lines: list[Text] = []
    lefts, rights = _folded(left, width), _folded(right, width)
    for place in range(max(len(lefts), len(rights))):
        one = lefts[place] if place < len(lefts) else Text()
        other = rights[place] if place < len(rights) else Text()
        lines.append(_line(one, mark if place == 0 else " ", other, width))
    for detail in row.details:
        lines += _folded(Text(f"    {_shown(detail_text(detail), harmless)}", "detail"), 2 * width + 3)
    return lines


def _shown(text: str, harmless: Callable[[str], str]) -> str:
    text = _SPACES_BEFORE_COMMENT.sub("  ", harmless(text.expandtabs(4)))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def _compared(before: str, after: str) -> tuple[Text, Text]:
    """Both lines, with the words that differ in bold."""
    words, others = _WORDS.findall(before), _WORDS.findall(after)
    pairs = align(words, others)
    kept, other_kept = {one for one, _ in pairs}, {other for _, other in pairs}
    left, right = Text(), Text()
    for place, word in enumerate(words):
        left.append(word, _REMOVED if place in kept else f"{_REMOVED} word")
    for place, word in enumerate(others):
        right.append(word, _ADDED if place in other_kept else f"{_ADDED} word")
    return left, right


def _folded(text: Text, width: int) -> list[Text]:
    """The text in pieces of a width, at its line breaks at first."""
    pieces: list[Text] = []
    for line in text.split("\n", allow_blank=True):
        while line.cell_len > width:
            place = width
            while line[:place].cell_len > width:
                place -= 1
            pieces.append(line[:place])
            line = line[place:]
        pieces.append(line)
    return pieces


def _line(left: Text, mark: str, right: Text, width: int) -> Text:
    line = left.copy()
    line.append(" " * (width - left.cell_len))
    line.append(f" {mark} ", "heading" if mark != " " else "")
    return line.append_text(right)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else "..." + text[len(text) - width + 3 :]
