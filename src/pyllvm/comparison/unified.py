"""Prints a comparison as text: as a unified diff, with the lines that the two modules print, or as counts."""

from __future__ import annotations

from pyllvm.comparison.changes import ADDED, CHANGED, EQUAL, MOVED, REMOVED, RENAMED, Change, Comparison, Detail, Row, counts_of
from pyllvm.notation import Callable, Final, Iterator

CONTEXT: Final = 3
"""How many equal lines are printed around changes."""

_ORDER: Final = (CHANGED, ADDED, REMOVED, MOVED, RENAMED)
_LONGEST_DETAIL: Final = 400


def unified_text(comparison: Comparison, before: str, after: str, *, context: int = CONTEXT) -> str:
    """Return the changes as a unified diff of the files `before` and `after`, with `context` equal lines (0 or more) around each.

    A line that begins with ``;`` explains the lines before it, such as an attribute behind a number. "" if nothing changed.
    """
    if not comparison:
        return ""
    lines = [f"--- {before}", f"+++ {after}"]
    for section in comparison.sections:
        place = ""
        for hunk in hunks(section.rows, context):
            place = f"@@ {section.title} @@" if not place else "@@"
            lines.append(place)
            lines += _hunk_lines(hunk)
    return "\n".join(lines) + "\n"


def hunks(rows: list[Row], context: int) -> Iterator[list[Row]]:
    """The changed rows with so many equal rows before and after them; runs that touch are one."""
    start = end = -1
    for place, row in enumerate(rows):
        if row.action == EQUAL:
            continue
        low, high = max(place - context, 0), min(place + context + 1, len(rows))
        if start >= 0 and low > end:
            yield rows[start:end]
            start = -1
        if start < 0:
            start = low
        end = high
    if start >= 0:
        yield rows[start:end]


def _hunk_lines(rows: list[Row]) -> Iterator[str]:
    removed: list[str] = []
    added: list[str] = []
    for row in rows:
        if row.action == EQUAL:
            yield from removed
            yield from added
            removed, added = [], []
            yield from _signed(" ", row.after)
            continue
        removed += _signed("-", row.before)
        added += _signed("+", row.after)
        if row.details:
            yield from removed
            yield from added
            removed, added = [], []
            yield from [f";   {detail_text(detail)}" for detail in row.details]
    yield from removed
    yield from added


def _signed(sign: str, text: str | None) -> list[str]:
    return [] if text is None else [sign + line for line in text.split("\n")]


def detail_text(detail: Detail) -> str:
    """One aspect in words: `function attribute nounwind: added`."""
    before, after = _clipped(detail.before), _clipped(detail.after)
    if not before:
        return f"{detail.what}: added {after}"
    if not after:
        return f"{detail.what}: removed {before}"
    return f"{detail.what}: {before} -> {after}"


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST_DETAIL else text[:_LONGEST_DETAIL] + "..."


def summary_text(comparison: Comparison) -> str:
    """Return one line with the number of changes of each kind: `2 instructions changed, 1 function added`."""
    return _counted(comparison.changes)


def statistics_text(comparison: Comparison, columns: int = 0, shown: Callable[[str], str] = str) -> str:
    """Return a table: for each function, global value and other part that changed, how much did. "" if nothing changed.

    Metadata nodes without names are one part. On a terminal with `columns`, each part is one line; 0 cuts nothing. `shown`
    returns the name of a part as readers should see it.
    """
    parts: dict[str, list[Change]] = {}
    for change in comparison.changes:
        # A change in a function belongs to the function.
        title = f"function {change.function}" if change.function else f"{change.kind} {change.name}"
        parts.setdefault(_METADATA if title.startswith(f"{_METADATA} ") else title, []).append(change)
    titles = [shown(title) for title in parts]
    width = max(map(len, titles), default=0)
    lines = [f" {title:<{width}} | {_part_text(changes)}" for title, changes in zip(titles, parts.values(), strict=True)]
    if columns:
        lines = [line if len(line) < columns else f"{line[: columns - 4]}..." for line in lines]
    return "".join(f"{line}\n" for line in [*lines, f" {_counted(comparison.changes)}"]) if lines else ""


def _part_text(changes: list[Change]) -> str:
    if changes[0].kind == _METADATA:
        return _counted(changes)
    own = [change for change in changes if not change.function]
    inner = [change for change in changes if change.function]
    words = [", ".join(dict.fromkeys(change.action for change in own))] if own else []
    if inner:
        words.append(_counted(inner))
    return ", ".join(words)


def _counted(changes: list[Change]) -> str:
    counts = counts_of(changes)
    kinds = dict.fromkeys(kind for kind, _ in counts)
    words: list[str] = []
    for kind in kinds:
        for action in _ORDER:
            count = counts.get((kind, action), 0)
            if count:
                words.append(f"{count} {kind if count == 1 else _plural(kind)} {action}")
    return ", ".join(words)


_METADATA: Final = "metadata"


def _plural(kind: str) -> str:
    if kind.endswith("metadata"):
        return f"{kind} nodes"
    return f"{kind}es" if kind.endswith("s") else f"{kind}s"


_STYLE_OF_SIGN: Final = {"-": "removed", "+": "added", "@": "place", ";": "detail"}


def colored(text: str) -> str:
    """A unified diff with the colors of git."""
    # Imported only here: rich takes longer to import than small modules to compare.
    from pyllvm.diagnostics.styles import codes

    style_codes = {sign: codes(style) for sign, style in _STYLE_OF_SIGN.items()}
    heading = codes("heading")
    lines = []
    for line in text.split("\n"):
        before, after = heading if line.startswith(("--- ", "+++ ")) else style_codes.get(line[:1], ("", ""))
        lines.append(f"{before}{line}{after}")
    return "\n".join(lines)
