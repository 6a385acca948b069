"""The tables of ``pyllvm stat`` on a terminal, with bars. Imported only when rich draws."""

from __future__ import annotations

import io

from rich import box
from rich.table import Table
from rich.text import Text

from pyllvm.cli import terminal
from pyllvm.diagnostics.styles import console
from pyllvm.library.size_tables import SizeTable
from pyllvm.notation import Final, Sequence

_BAR: Final = 24
_EIGHTHS: Final = " \u258f\u258e\u258d\u258c\u258b\u258a\u2589"
_FULL: Final = "\u2588"


def drawn_tables(heading: str, tables: Sequence[SizeTable], columns: int, *, is_coloured: bool) -> str:
    """The heading and the tables, at most `columns` wide. Names with characters that control a terminal have escapes instead."""
    buffer = io.StringIO()
    target = console(buffer, columns, is_colored=is_coloured, wraps=True)
    target.print(Text(terminal.harmless(heading), style="heading"))
    for table in tables:
        target.print()
        target.print(_drawn(table))
    return buffer.getvalue()


def _drawn(table: SizeTable) -> Table:
    drawn = Table(
        title=table.title,
        title_justify="left",
        title_style="heading",
        header_style="heading",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    drawn.add_column(table.headings[0], style="record", overflow="ellipsis", no_wrap=True, min_width=12)
    for heading in table.headings[1:]:
        drawn.add_column(heading, justify="right", no_wrap=True)
    drawn.add_column("", no_wrap=True, width=_BAR)
    largest = max(share for _, _, share in table.rows) or 1.0
    for name, cells, share in table.rows:
        drawn.add_row(Text(terminal.harmless(name)), *map(Text, cells), Text(_bar(share / largest), style="bar"))
    return drawn


def _bar(share: float) -> str:
    eighths = round(max(0.0, min(share, 1.0)) * _BAR * 8)
    return _FULL * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
