"""Shows how far a reduction is, and at its end what each pass brought."""

from __future__ import annotations

import os
from time import monotonic
from typing import Final, final

from pyllvm.diagnostics.amounts import size_words
from pyllvm.diagnostics.render import StatusLine
from pyllvm.library.size_drawing import drawn_tables
from pyllvm.library.size_tables import SizeTable, plain_tables
from pyllvm.reduction.progress import PassRow, Progress, Size
from pyllvm.terminal import streams
from pyllvm.terminal.long_work import PROGRESS_VARIABLE
from pyllvm.terminal.messages import wants_color, write_drawn, write_error

# In seconds.
_REDRAWN_AFTER: Final = 0.1
_BITS: Final = 8


def size_text(size: Size) -> str:
    """A size in words."""
    counts = (("function", size.functions), ("block", size.blocks), ("instruction", size.instructions))
    words = [f"{count} {thing}{'' if count == 1 else 's'}" for thing, count in counts]
    return ", ".join([size_words(_BITS * size.size), *words])


@final
class ReductionLine:
    """The line on a terminal: size, tries, time, and the pass that runs."""

    def __init__(self) -> None:
        self._begin = monotonic()
        self._next = self._begin
        self._is_shown = os.environ.get(PROGRESS_VARIABLE) != "0" and streams.is_smart(2)
        self._line = StatusLine()
        self._progress: Progress | None = None

    def show(self, progress: Progress) -> None:
        """Note the state, and draw it if it is time."""
        self._progress = progress
        self.look()

    def look(self) -> None:
        """Draw the line, if it is time."""
        now = monotonic()
        if self._is_shown and self._progress is not None and now >= self._next:
            self._next = now + _REDRAWN_AFTER
            self._line.show(line_text(self._progress, now - self._begin))

    def hide(self) -> None:
        """Remove the line."""
        self._line.hide()


def line_text(progress: Progress, seconds: float) -> str:
    """The line for a state after that time."""
    size = progress.size
    facts = [
        f"{size_words(_BITS * size.size)}, {size.functions} functions, {size.instructions} instructions",
        f"{progress.tries} tries, {seconds:.0f} s",
        f"{progress.current} ({progress.left} left)",
    ]
    return "; ".join(facts)


def report(
    progress: Progress, output: str, reproduce: str | None, *, is_interrupted: bool, is_complete: bool, color: str
) -> None:
    """Print a table of the passes, the sizes before and after, and the command that shows the fault."""
    rows = [row for row in progress.rows.values() if row.accepted]
    lines = [f"before: {size_text(progress.before)}", f"after:  {size_text(progress.size)}, in {output}"]
    invalid = sum([row.invalid for row in progress.rows.values()])
    known = sum([row.remembered for row in progress.rows.values()])
    lines.append(f"{progress.tries} runs of the test")
    if known:
        lines[-1] += f"; {known} more were not needed, because the module was known"
    if invalid:
        lines[-1] += f"; {invalid} changes were not valid"
    if is_interrupted:
        lines.append("the reduction was interrupted: the module may become smaller")
    elif not is_complete:
        lines.append("a limit was reached: the module may become smaller")
    if reproduce is not None:
        lines.append(f"to see the fault: {reproduce}")
    if not rows:
        write_error("\n".join(lines) + "\n")
        return
    total = max(progress.before.size - progress.size.size, 1)
    cells = [(row.name, _cells(row), max(row.size, 0) / total) for row in rows]
    table = SizeTable("What each pass removed", ("pass", "instructions", "size", "tries", "time"), cells)
    write_drawn(_table(table, color))
    write_error("\n" + "\n".join(lines) + "\n")


def _cells(row: PassRow) -> list[str]:
    return [str(row.instructions), size_words(_BITS * max(row.size, 0)), str(row.tries), f"{row.seconds:.1f} s"]


def _table(table: SizeTable, color: str) -> str:
    if streams.is_terminal(2) or color == "always":
        return drawn_tables("", [table], streams.columns(), is_coloured=wants_color(color, 2)).lstrip("\n")

    return plain_tables([table]).lstrip("\n")
