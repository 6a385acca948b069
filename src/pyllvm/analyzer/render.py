"""The analyzer's output on a terminal: the summary as tables with bars, the dump in colour. Imported only when rich draws."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Final

from rich import box
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from pyllvm.analyzer.names import Names
from pyllvm.analyzer.statistics import BlockStatistics, Statistics, size_text
from pyllvm.bitstream.blockinfo import BlockInfo

_BAR_WIDTH: Final = 10
_SHORTEST_NAME: Final = 12
_SHORTEST_HEADER: Final = 5
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"

_STYLES: Final = {
    "block": "bold blue",
    "record": "cyan",
    "unknown": "yellow",
    "field": "dim",
    "string": "green",
    "good": "bold green",
    "bad": "bold red",
    "guide": "dim",
}
_TOKEN: Final = re.compile(
    rb"(?P<guide>^(?:  )+)"
    rb"|(?P<string>(?:record string = |blob data = )?'.*'$|blob data = unprintable.*$)"
    rb"|(?P<bad> \((?:!mismatch!|invalid|offset mismatch:[^)]*)\)|\(Invalid record\))"
    rb"|(?P<good> \((?:match|offset match)\))"
    rb"|(?P<unknown></?Unknown(?:Block|Code)\d+)"
    rb"|(?P<block></?\w+(?=(?: BlockID=\d+)?(?: offset=\d+)? NumWords=|>$|/>$))"
    rb"|(?P<record><[^ />]+)"
    rb"|(?P<field> (?:op\d+|abbrevid|codeid|offset|BlockID|NumWords|BlockCodeSize)=)",
    re.MULTILINE,
)


def coloured_sink(sink: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Return a sink that colours the dump's text and passes it on. A piece may end in the middle of a line."""
    codes = {name: _codes(style) for name, style in _STYLES.items()}
    held: list[bytes] = [b""]

    def replace(match: re.Match[bytes]) -> bytes:
        kind = match.lastgroup
        assert kind is not None
        text = match.group()
        if kind == "guide":
            text = b"\xe2\x94\x82 " * (len(text) // 2)
        before, after = codes[kind]
        return before + text + after

    def write(data: bytes) -> None:
        if data:
            whole, newline, rest = (held[0] + data).rpartition(b"\n")
            held[0] = rest
            sink(_TOKEN.sub(replace, whole) + newline)
        else:
            sink(_TOKEN.sub(replace, held[0]))
            held[0] = b""

    return write


def _codes(style: str) -> tuple[bytes, bytes]:
    before, _, after = Style.parse(style).render("\0").partition("\0")
    return before.encode(), after.encode()


def drawn_summary(
    statistics: Statistics,
    names: Names,
    block_info: BlockInfo,
    kind: str,
    size: int,
    filename: str,
    histogram: bool,
    width: int | None = None,
) -> bytes:
    """Return the summary as tables: the blocks in order of their share of the file, then the records of each block."""
    buffer = io.StringIO()
    console = Console(file=buffer, force_terminal=True, color_system="256", highlight=False, width=width)
    shown = filename.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    console.print(Text(shown, style="bold").append(f"  {kind}, {size_text(size)}", style="default not bold"))
    console.print(Text(f"{statistics.top_level_blocks} top-level blocks", style="dim"))
    rows: list[list[Text]] = []
    for block_id in sorted(statistics.blocks):
        block = statistics.blocks[block_id]
        share = block.bits / size if size else 0.0
        numbers = [str(block.instances), str(block.records), f"{block.bits / 8:.2f}", f"{share * 100:.4f}"]
        rows.append([_block_title(names, block_id, block_info), *map(Text, numbers), _bar(share)])
    table = _table(["Block", "Count", "Records", "Bytes", "% of file", ""], rows, console.width)
    console.print(table)
    if histogram:
        for block_id in sorted(statistics.blocks):
            block = statistics.blocks[block_id]
            if block.codes:
                console.print(_block_table(names, block_id, block, block_info, console.width))
    return buffer.getvalue().encode("utf-8", "replace")


def _block_title(names: Names, block_id: int, block_info: BlockInfo) -> Text:
    name = names.block(block_id, block_info)
    title = Text(f"{block_id:>2} ", style="dim")
    if name is None:
        return title.append("unknown block", style="yellow not dim")
    return title.append(name, style="bold blue not dim")


def _block_table(names: Names, block_id: int, block: BlockStatistics, block_info: BlockInfo, width: int) -> Table:
    title = _block_title(names, block_id, block_info)
    title.append(f"  {block.abbreviations} abbreviations, {block.sub_blocks} blocks inside", style="default not bold")
    if block.instances > 1:
        title.append(f", {block.bits / block.instances / 8:.2f} bytes each", style="default not bold")
    total = max(block.bits, 1)
    rows: list[list[Text]] = []
    for code, record in block.codes_by_frequency():
        name = names.record(code, block_id, block_info)
        numbers = [str(record.instances), str(record.bits), f"{record.bits / record.instances:.1f}"]
        numbers.append(f"{record.abbreviated * 100 / record.instances:.2f}" if record.abbreviated else "")
        shown = Text(f"UnknownCode{code}", style="yellow") if name is None else Text(name, style="cyan")
        rows.append([shown, *map(Text, numbers), _bar(record.bits / total)])
    table = _table(["Record", "Count", "Bits", "Bits each", "% abbreviated", "of the block"], rows, width)
    table.title = title
    table.title_justify = "left"
    return table


def _table(headers: list[str], rows: list[list[Text]], width: int) -> Table:
    """A table of a name, numbers, and a bar, at most `width` columns wide. No number is cut.

    Where there is too little room, the bar is left out, then the headers of numbers are broken, then names are shortened, then
    the last numbers are left out.
    """
    numbers = [max(cell.cell_len for cell in column) for column in list(zip(*rows, strict=True))[1:-1]] if rows else []
    names = max([len(headers[0]), *(row[0].cell_len for row in rows)])
    whole = [max(length, len(header)) for length, header in zip(numbers, headers[1:], strict=False)]
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", padding=(0, 0), pad_edge=False)
    has_bar = _total([names, *whole, max(_BAR_WIDTH, len(headers[-1]))]) <= width
    if not has_bar and _total([names, *whole]) > width:
        whole = [max(length, _SHORTEST_HEADER) for length in numbers]
        if _total([min(names, _SHORTEST_NAME), *whole]) > width:
            whole = numbers
        while len(whole) > 1 and _total([min(names, _SHORTEST_NAME), *whole]) > width:
            whole = whole[:-1]
        names = max(min(names, width - _total([0, *whole])), 1)
    table.add_column(headers[0], no_wrap=True, width=names)
    for header, length in zip(headers[1:], whole, strict=False):
        table.add_column(header, justify="right", overflow="fold", width=length)
    if has_bar:
        table.add_column(headers[-1], no_wrap=True, min_width=_BAR_WIDTH)
    for row in rows:
        table.add_row(*row[: len(whole) + 1], *row[len(row) - has_bar :])
    return table


def _total(widths: list[int]) -> int:
    """The width of a table: its columns, and a blank on each side of each."""
    return sum(widths) + len(widths) + 1


def _bar(share: float) -> Text:
    eighths = round(max(0.0, min(share, 1.0)) * _BAR_WIDTH * 8)
    text = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
    return Text(text, style="green")
