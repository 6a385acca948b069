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
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", padding=(0, 0), pad_edge=False)
    table.add_column("Block", no_wrap=True)
    for column in ("Count", "Records", "Bytes", "% of file"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True, min_width=_BAR_WIDTH)
    for block_id in sorted(statistics.blocks):
        block = statistics.blocks[block_id]
        share = block.bits / size if size else 0.0
        table.add_row(
            _block_title(names, block_id, block_info),
            str(block.instances),
            str(block.records),
            f"{block.bits / 8:.2f}",
            f"{share * 100:.4f}",
            _bar(share),
        )
    console.print(table)
    if histogram:
        for block_id in sorted(statistics.blocks):
            block = statistics.blocks[block_id]
            if block.codes:
                console.print(_block_table(names, block_id, block, block_info))
    return buffer.getvalue().encode("utf-8", "replace")


def _block_title(names: Names, block_id: int, block_info: BlockInfo) -> Text:
    name = names.block(block_id, block_info)
    title = Text(f"{block_id:>2} ", style="dim")
    if name is None:
        return title.append("unknown block", style="yellow not dim")
    return title.append(name, style="bold blue not dim")


def _block_table(names: Names, block_id: int, block: BlockStatistics, block_info: BlockInfo) -> Table:
    title = _block_title(names, block_id, block_info)
    title.append(f"  {block.abbreviations} abbreviations, {block.sub_blocks} blocks inside", style="default not bold")
    if block.instances > 1:
        title.append(f", {block.bits / block.instances / 8:.2f} bytes each", style="default not bold")
    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        header_style="bold",
        padding=(0, 0),
        pad_edge=False,
    )
    table.add_column("Record", no_wrap=True)
    for column in ("Count", "Bits", "Bits each", "% abbreviated"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("of the block", no_wrap=True, min_width=_BAR_WIDTH)
    total = max(block.bits, 1)
    for code, record in block.codes_by_frequency():
        name = names.record(code, block_id, block_info)
        table.add_row(
            Text(f"UnknownCode{code}", style="yellow") if name is None else Text(name, style="cyan"),
            str(record.instances),
            str(record.bits),
            f"{record.bits / record.instances:.1f}",
            f"{record.abbreviated * 100 / record.instances:.2f}" if record.abbreviated else "",
            _bar(record.bits / total),
        )
    return table


def _bar(share: float) -> Text:
    eighths = round(max(0.0, min(share, 1.0)) * _BAR_WIDTH * 8)
    text = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
    return Text(text, style="green")
