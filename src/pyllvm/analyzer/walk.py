"""Walks over a whole bitstream once, counts, and shows every block and record to a visitor. Hot: compiled."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from pyllvm.analyzer.statistics import BlockStatistics, Statistics
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import BLOCKINFO_BLOCK, END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK, RECORD


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
