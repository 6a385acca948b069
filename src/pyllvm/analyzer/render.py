"""The analyzer's output on a terminal: the summary as tables with bars, the dump in colour. Imported only when rich draws."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Final, final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pyllvm.analyzer import lines
from pyllvm.analyzer.lines import Look, Piece, laid_out
from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import BlockStatistics, Statistics
from pyllvm.bitstream.abbreviation import BlockInfo
from pyllvm.diagnostics.amounts import size_words
from pyllvm.diagnostics.styles import codes, console
from pyllvm.schema.text import escape

_BAR_WIDTH: Final = 10
_SHORTEST_NAME: Final = 12
_SHORTEST_HEADER: Final = 5
_LEAST_SHARE: Final = 0.1
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"

_STYLES: Final = {
    lines.BLOCK: "block",
    lines.RECORD: "record",
    lines.DEFINED: "heading",
    lines.UNKNOWN: "unknown",
    lines.FIELD: "faint",
    lines.STRING: "string",
    lines.NOTE: "faint",
    lines.GOOD: "good",
    lines.BAD: "bad",
    lines.GUIDE: "faint",
}
_TOKEN: Final = re.compile(
    r"(?P<string> (?:record string = |blob data = )'.*'$|^'.*'$| blob data = unprintable.*$)"
    r"|(?P<bad> ?\((?:!mismatch!|invalid|offset mismatch:[^)]*)\)|\(Invalid record\))"
    r"|(?P<good> \((?:match|offset match)\))"
    r"|(?P<unknown></?Unknown(?:Block|Code)\d+)"
    r"|(?P<block></?\w+(?=(?: BlockID=\d+)?(?: offset=\d+)? NumWords=)|</[^>]+>|<BLOCKINFO_BLOCK/>)"
    r"|(?P<record><[^ />]+)"
    r"|(?P<field> (?:op\d+|abbrevid|codeid|offset|BlockID|NumWords|BlockCodeSize)=)"
)


def coloured_look(width: int) -> Look:
    """How a dump looks on a terminal with colours, `width` columns wide (0: any width)."""
    return Look(width, "│ ", {name: codes(style) for name, style in _STYLES.items()})


def drawn_sink(sink: Callable[[bytes], None], width: int, *, is_coloured: bool) -> Callable[[bytes], None]:
    """Return a sink that lays out LLVM's text of a dump for a terminal and passes it on. A piece may end within a line."""
    look = coloured_look(width) if is_coloured else Look(width)
    held: list[bytes] = [b""]

    def write(data: bytes) -> None:
        if data:
            whole, newline, rest = (held[0] + data).rpartition(b"\n")
            held[0] = rest
            if newline:
                sink("".join([_line(line, look) for line in whole.split(b"\n")]).encode("utf-8", "surrogateescape"))
        elif held[0]:
            sink(_line(held[0], look).rstrip("\n").encode("utf-8", "surrogateescape"))
            held[0] = b""

    return write


def _line(line: bytes, look: Look) -> str:
    """A line of LLVM's dump as a terminal shows it."""
    text = line.decode("utf-8", "surrogateescape")
    if not text.isprintable():
        # A stream may name its blocks and records, and a terminal must not act on what it finds there.
        text = escape(text)
    inner = text.lstrip(" ")
    pieces: list[Piece] = []
    at = 0
    for match in _TOKEN.finditer(inner):
        if match.start() > at:
            pieces.append(Piece(lines.TEXT, inner[at : match.start()]))
        assert match.lastgroup is not None
        pieces.append(Piece(match.lastgroup, match.group()))
        at = match.end()
    if at < len(inner):
        pieces.append(Piece(lines.TEXT, inner[at:]))
    return laid_out(pieces, (len(text) - len(inner)) // 2, look)


@final
class Subject:
    """The subject of a summary: the counts of a stream, its names, its kind, its size in bits, the name of its file."""

    def __init__(self, statistics: Statistics, names: Names, block_info: BlockInfo, kind: str, size: int, filename: str) -> None:
        self.statistics = statistics
        self.names = names
        self.block_info = block_info
        self.kind = kind
        self.size = size
        self.filename = filename


def drawn_summary(subject: Subject, histogram: bool, width: int | None = None, *, is_coloured: bool = True) -> bytes:
    """Return the summary as tables: the blocks with their share of the file, then the records of each block."""
    buffer = io.StringIO()
    target = console(buffer, width, is_colored=is_coloured, wraps=True)
    statistics = subject.statistics
    shown = subject.filename.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    _print_title(target, Text.assemble((shown, "heading"), f"  {subject.kind}, {size_words(subject.size)}"))
    target.print(_block_summary(subject, target.width))
    if histogram:
        for block_id in sorted(statistics.blocks):
            block = statistics.blocks[block_id]
            if block.codes:
                _print_title(target, _block_heading(subject, block_id, block))
                target.print(_block_table(subject, block_id, block, target.width))
    return buffer.getvalue().encode("utf-8", "replace")


def _print_title(console: Console, title: Text) -> None:
    """Print a line above a table. It is as wide as the terminal, not as the table."""
    console.print(title, overflow="ellipsis", no_wrap=True)


def _share_words(part: int, whole: int) -> str:
    """A share in percent, with one decimal."""
    if part == 0 or whole == 0:
        return "0%"
    share = part * 100 / whole
    return "<0.1%" if share < _LEAST_SHARE else "100%" if part == whole else f"{share:.1f}%"


def _block_summary(subject: Subject, width: int) -> Table:
    blocks = subject.statistics.blocks
    rows: list[list[Text]] = []
    for block_id in sorted(blocks):
        block = blocks[block_id]
        numbers = [str(block.instances), str(block.records), size_words(block.bits), _share_words(block.bits, subject.size)]
        rows.append([_block_title(subject, block_id), *map(Text, numbers), _bar(block.bits / max(subject.size, 1))])
    bits = sum([block.bits for block in blocks.values()])
    totals = [
        str(sum([block.instances for block in blocks.values()])),
        str(sum([block.records for block in blocks.values()])),
        size_words(bits),
        _share_words(bits, subject.size),
    ]
    total = [Text("   total", style="heading"), *[Text(number, style="heading") for number in totals], Text()]
    return _table(["Block", "Count", "Records", "Size", "Of file", ""], [*rows, total], width, has_total=True)


def _block_title(subject: Subject, block_id: int) -> Text:
    name = subject.names.shown_block(block_id, subject.block_info)
    number = (f"{block_id:>2} ", "faint")
    return Text.assemble(number, ("unknown block", "unknown") if name is None else (name, "block"))


def _block_heading(subject: Subject, block_id: int, block: BlockStatistics) -> Text:
    words = [_count(block.instances, "block"), size_words(block.bits)]
    if block.instances > 1:
        words.append(f"{size_words(round(block.bits / block.instances))} each")
    if block.abbreviations:
        words.append(_count(block.abbreviations, "abbreviation"))
    if block.sub_blocks:
        words.append(f"{_count(block.sub_blocks, 'block')} inside")
    return _block_title(subject, block_id).append(f"  {', '.join(words)}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _block_table(subject: Subject, block_id: int, block: BlockStatistics, width: int) -> Table:
    total = max(block.bits, 1)
    rows: list[list[Text]] = []
    for code, record in block.codes_by_frequency():
        name = subject.names.shown_record(code, block_id, subject.block_info)
        numbers = [str(record.instances), size_words(record.bits), f"{int(record.bits) / int(record.instances):.1f}"]
        numbers.append(_share_words(record.abbreviated, record.instances) if record.abbreviated else "")
        shown = Text(f"code {code}", style="unknown") if name is None else Text(name, style="record")
        rows.append([shown, *map(Text, numbers), _bar(record.bits / total)])
    return _table(["Record", "Count", "Size", "Bits each", "Abbreviated", "Of block"], rows, width)


def _table(headers: list[str], rows: list[list[Text]], width: int, *, has_total: bool = False) -> Table:
    """A table of a name, numbers, and a bar, at most `width` columns wide. No number is cut.

    Where there is too little room, the bar is left out, then the headers of numbers are broken, then names are shortened, then
    the last numbers are left out.
    """
    numbers = [max(cell.cell_len for cell in column) for column in list(zip(*rows, strict=True))[1:-1]] if rows else []
    names = max([len(headers[0]), *(row[0].cell_len for row in rows)])
    whole = [max(length, len(header)) for length, header in zip(numbers, headers[1:], strict=False)]
    table = Table(box=box.SIMPLE_HEAD, header_style="heading", padding=(0, 0), pad_edge=False)
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
        if has_total and row is rows[-1]:
            table.add_section()
        table.add_row(*row[: len(whole) + 1], *row[len(row) - has_bar :])
    return table


def _total(widths: list[int]) -> int:
    """The width of a table: its columns, and a blank on each side of each."""
    return sum(widths) + len(widths) + 1


def _bar(share: float) -> Text:
    eighths = round(max(0.0, min(share, 1.0)) * _BAR_WIDTH * 8)
    text = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
    return Text(text, style="bar")
