"""Walks over a whole bitstream once, and counts its bits by block id and record code, as llvm-bcanalyzer's summary has them.

The walk shows every block and record to a visitor. Hot: compiled.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pyllvm.analyzer.record_names import Names
from pyllvm.bitstream.abbreviation import BlockInfo
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import BLOCKINFO_BLOCK, END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK, RECORD

_FREQUENT: Final = 64


@final
class RecordStatistics:
    """The counts for the records of one code in the blocks of one id."""

    __slots__ = ("abbreviated", "bits", "instances")

    def __init__(self) -> None:
        self.instances: i64 = 0
        self.abbreviated: i64 = 0
        self.bits: i64 = 0


@final
class BlockStatistics:
    """The counts for the blocks of one id. `bits` does not include the blocks inside them."""

    __slots__ = ("_frequent", "abbreviated_records", "abbreviations", "bits", "codes", "instances", "records", "sub_blocks")

    def __init__(self) -> None:
        self.instances: int = 0
        self.bits: int = 0
        self.sub_blocks: int = 0
        self.abbreviations: int = 0
        self.records: i64 = 0
        self.abbreviated_records: i64 = 0
        self.codes: dict[int, RecordStatistics] = {}
        # The statistics of low codes, which are found faster in a list.
        self._frequent: list[RecordStatistics | None] = [None] * _FREQUENT

    def add_record(self, code: int, bits: int, abbreviated: bool) -> None:
        """Count a record of `bits` bits."""
        record = self._frequent[code] if code < _FREQUENT else self.codes.get(code)
        if record is None:
            record = RecordStatistics()
            self.codes[code] = record
            if code < _FREQUENT:
                self._frequent[code] = record
        record.instances += 1
        record.bits += bits
        self.records += 1
        if abbreviated:
            record.abbreviated += 1
            self.abbreviated_records += 1

    def codes_by_frequency(self) -> list[tuple[int, RecordStatistics]]:
        """Return the codes, most frequent first, in the order of llvm-bcanalyzer's histogram."""
        order: list[tuple[int, int]] = sorted([(self.codes[code].instances, code) for code in self.codes], reverse=True)
        return [(code, self.codes[code]) for _, code in order]


@final
class Statistics:
    """The counts for one stream."""

    __slots__ = ("blocks", "top_level_blocks")

    def __init__(self) -> None:
        self.top_level_blocks: int = 0
        self.blocks: dict[int, BlockStatistics] = {}

    def block(self, block_id: int) -> BlockStatistics:
        """Return the statistics of a block id; create them if there are none."""
        block = self.blocks.get(block_id)
        if block is None:
            block = BlockStatistics()
            self.blocks[block_id] = block
        return block


def summary_text(
    statistics: Statistics, names: Names, block_info: BlockInfo, kind: str, size: int, filename: str, histogram: bool
) -> str:
    """Return llvm-bcanalyzer's summary of a stream of `size` bits."""
    parts = [
        f"Summary of {filename}:\n",
        f"         Total size: {size_text(size)}\n",
        f"        Stream type: {kind}\n",
        f"  # Toplevel Blocks: {statistics.top_level_blocks}\n\n",
        "Per-block Summary:\n",
    ]
    for block_id in sorted(statistics.blocks):
        block = statistics.blocks[block_id]
        name = names.block(block_id, block_info)
        parts.append(f"  Block ID #{block_id} ({name}):\n" if name is not None else f"  Block ID #{block_id}:\n")
        _append_block(parts, block, size)
        if histogram and block.codes:
            parts.append("\tRecord Histogram:\n")
            parts.append("\t\t  Count    # Bits     b/Rec   % Abv  Record Kind\n")
            for code, record in block.codes_by_frequency():
                record_name = names.record(code, block_id, block_info)
                _append_record(parts, record, f"UnknownCode{code}" if record_name is None else record_name)
            parts.append("\n")
    return "".join(parts)


def _append_block(parts: list[str], block: BlockStatistics, size: int) -> None:
    instances: int = block.instances
    bits: int = block.bits
    parts.append(f"      Num Instances: {instances}\n")
    parts.append(f"         Total Size: {size_text(bits)}\n")
    parts.append(f"    Percent of file: {bits * 100.0 / size:2.4f}%\n")
    if instances > 1:
        average = bits / instances
        parts.append(f"       Average Size: {average:.2f}/{average / 8:.2f}B/{int(average / 32)}W\n")
        for label, total in (
            ("  Tot/Avg SubBlocks", block.sub_blocks),
            ("    Tot/Avg Abbrevs", block.abbreviations),
            ("    Tot/Avg Records", block.records),
        ):
            parts.append(f"{label}: {total}/{int(total) / instances:.6e}\n")
    else:
        parts.append(f"      Num SubBlocks: {block.sub_blocks}\n")
        parts.append(f"        Num Abbrevs: {block.abbreviations}\n")
        parts.append(f"        Num Records: {block.records}\n")
    if block.records:
        percent = int(block.abbreviated_records) * 100.0 / int(block.records)
        parts.append(f"    Percent Abbrevs: {percent:2.4f}%\n")
    parts.append("\n")


def _append_record(parts: list[str], record: RecordStatistics, name: str) -> None:
    instances: int = record.instances
    bits: int = record.bits
    abbreviated: int = record.abbreviated
    average = f" {bits / instances:9.1f}" if instances > 1 else "          "
    share = f" {abbreviated / instances * 100:7.2f}" if abbreviated else "        "
    parts.append(f"\t\t{instances:7d} {bits:9d}{average}{share}  {name}\n")


def size_text(bits: int) -> str:
    """Return a number of bits in llvm-bcanalyzer's form: bits, bytes, whole words."""
    return f"{bits}b/{bits / 8:.2f}B/{bits // 32}W"


@mypyc_attr(allow_interpreted_subclasses=True)
class Visitor:
    """Receives each item of a stream, in order. The cursor describes the item; do not move the cursor."""

    def blockinfo(self, cursor: BitstreamCursor) -> None:
        """A BLOCKINFO block begins. The walk reads its contents first, then calls `enter_block` and walks over it."""

    def enter_block(self, cursor: BitstreamCursor, start: int) -> None:
        """The cursor has entered a block; the block's abbreviation id starts at the bit `start`."""

    def record(self, cursor: BitstreamCursor) -> None:
        """The cursor has read a record."""

    def define_abbreviation(self, cursor: BitstreamCursor) -> None:
        """The cursor has read the definition of an abbreviation."""

    def end_block(self, cursor: BitstreamCursor) -> None:
        """The cursor has left a block."""


def walk(cursor: BitstreamCursor, statistics: Statistics, visitor: Visitor | None) -> None:
    """Walk from the cursor, which must be outside all blocks, to the end of the stream. `visitor` may be None."""
    cursor.automatic_blockinfo = False
    cursor.report_abbreviations = True
    current = BlockStatistics()
    start: i64 = 0
    outer: list[BlockStatistics] = []
    outer_starts: list[int] = []
    entries: list[int] = []
    while True:
        event = cursor.advance()
        if event == RECORD:
            current.add_record(cursor.code, cursor.record_bits, cursor.abbreviation is not None)
            if visitor is not None:
                visitor.record(cursor)
        elif event == ENTER_SUBBLOCK:
            block_id = cursor.block_id
            entry = cursor.block_start
            at = cursor.record_start
            if block_id == BLOCKINFO_BLOCK:
                if visitor is not None:
                    visitor.blockinfo(cursor)
                cursor.read_blockinfo_block()
            cursor.enter_block_at(entry, block_id)
            outer.append(current)
            outer_starts.append(start)
            entries.append(entry)
            current = statistics.block(block_id)
            current.instances += 1
            start = entry
            if visitor is not None:
                visitor.enter_block(cursor, at)
        elif event == END_BLOCK:
            end = cursor.position
            current.bits += end - start
            if visitor is not None:
                visitor.end_block(cursor)
            current = outer.pop()
            start = outer_starts.pop()
            # The size of a block excludes the blocks inside it, so its start moves forward by their size.
            start += end - entries.pop()
            if outer:
                current.sub_blocks += 1
            else:
                statistics.top_level_blocks += 1
        elif event == END_OF_STREAM:
            return
        else:
            current.abbreviations += 1
            if visitor is not None:
                visitor.define_abbreviation(cursor)
