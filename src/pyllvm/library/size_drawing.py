"""Tables of sizes on a terminal, with bars. Imported only when rich draws."""

from __future__ import annotations

import io

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from pyllvm.diagnostics.styles import console
from pyllvm.library.short_names import short_name
from pyllvm.library.size_tables import SizeTable
from pyllvm.notation import Final, Sequence
from pyllvm.terminal import streams

# In characters. Numbers are always whole; names are cut to what is left beside the shortest bar; bars take the rest.
_SHORTEST_NAME: Final = 12
_SHORTEST_BAR: Final = 8
_LONGEST_BAR: Final = 40
_GAP: Final = 2
_EIGHTHS: Final = " \u258f\u258e\u258d\u258c\u258b\u258a\u2589"
_FULL: Final = "\u2588"


def drawn_tables(heading: str, tables: Sequence[SizeTable], columns: int, *, is_coloured: bool) -> str:
    """The heading and the tables, `columns` wide. Names with characters that control a terminal have escapes instead."""
    buffer = io.StringIO()
    target = console(buffer, columns, is_colored=is_coloured, wraps=True)
    target.print(Text(streams.harmless(heading), style="heading"))
    for table in tables:
        target.print()
        # If the numbers and the shortest name do not fit, the lines are longer than the terminal.
        target.print(_drawn(table, columns), crop=False, no_wrap=True, soft_wrap=True)
    return buffer.getvalue()


def _drawn(table: SizeTable, columns: int) -> Table:
    names = [streams.harmless(name) for name, _, _ in table.rows]
    numbers = [
        max(len(heading), *(len(cells[column]) for _, cells, _ in table.rows))
        for column, heading in enumerate(table.headings[1:])
    ]
    room = columns - sum(width + _GAP for width in numbers)
    longest = max(len(table.headings[0]), *map(cell_len, names))
    name_width = max(min(longest, room - _GAP - _SHORTEST_BAR), min(longest, _SHORTEST_NAME))
    bar_width = min(max(room - _GAP - name_width, 0), _LONGEST_BAR)
    drawn = Table(
        title=table.title,
        title_justify="left",
        title_style="heading",
        header_style="heading",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, _GAP - 1, 0, 0),
        pad_edge=False,
    )
    for heading, width in zip(table.headings[1:], numbers, strict=True):
        drawn.add_column(heading, justify="right", no_wrap=True, width=width)
    drawn.add_column(table.headings[0], style="record", no_wrap=True, width=name_width)
    drawn.add_column("", no_wrap=True, width=bar_width)
    largest = max(share for _, _, share in table.rows) or 1.0
    for name, (_, cells, share) in zip(names, table.rows, strict=True):
        bar = Text(_bar(share / largest, bar_width), style="bar")
        drawn.add_row(*map(Text, cells), Text(short_name(name, name_width)), bar)
    return drawn


def _bar(share: float, width: int) -> str:
    eighths = round(max(0.0, min(share, 1.0)) * width * 8)
    return _FULL * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
