"""Abbreviations, and BLOCKINFO: the abbreviations and names that blocks start with."""

from __future__ import annotations

import tracemalloc

import pytest

from pyllvm.bitstream.abbreviation import Abbreviation, Fixed, Literal, Vbr
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import BLOCKNAME, DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, RECORD, SETBID
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError


def test_abbreviations_names_and_numbers() -> None:
    writer = BitstreamWriter()
    writer.enter_blockinfo_block()
    first = writer.define_blockinfo_abbreviation(8, Abbreviation([Literal(1), Vbr(6)]))
    other = writer.define_blockinfo_abbreviation(9, Abbreviation([Literal(2), Fixed(1)]))
    second = writer.define_blockinfo_abbreviation(8, Abbreviation([Literal(3), Vbr(6)]))
    writer.name_block(8, "größe")
    writer.name_record(8, 3, "THREE")
    writer.end_block()
    assert (first, other, second) == (4, 4, 5)
    writer.enter_block(8, 3)
    own = writer.define_abbreviation(Abbreviation([Literal(9), Vbr(4)]))
    assert own == 6
    writer.emit_record(3, [30], second)
    writer.emit_record(9, [90], own)
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    assert cursor.advance() == ENTER_SUBBLOCK
    assert cursor.block_id == 8
    cursor.enter_block()
    assert cursor.advance() == RECORD
    assert (cursor.code, cursor.operands) == (3, [30])
    assert cursor.advance() == RECORD
    assert (cursor.code, cursor.operands) == (9, [90])
    assert cursor.block_path() == ["größe"]
    assert cursor.block_info.entries[8].record_names == {3: "THREE"}


def test_a_later_blockinfo_replaces_the_one_before_only_from_there() -> None:
    writer = BitstreamWriter()
    for width in (3, 7):
        writer.enter_blockinfo_block()
        writer.define_blockinfo_abbreviation(8, Abbreviation([Literal(1), Fixed(width)]))
        writer.end_block()
        writer.enter_block(8, 3)
        writer.emit_record(1, [width], 4)
        writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.advance()
    early, start = cursor.fork(), cursor.block_start
    cursor.skip_block()
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    assert cursor.operands == [7]
    early.enter_block_at(start, 8)
    early.advance()
    assert early.operands == [3]


def test_blocks_share_what_blockinfo_gives_them() -> None:
    # A block of a few bytes must not cost the memory of a list as long as BLOCKINFO likes to have it.
    writer = BitstreamWriter()
    writer.enter_blockinfo_block()
    for code in range(1000):
        writer.define_blockinfo_abbreviation(8, Abbreviation([Literal(code)]))
    writer.end_block()
    for own in range(500):
        writer.enter_block(8, 12)
        assert writer.define_abbreviation(Abbreviation([Literal(5000 + own)])) == 1004
        writer.emit_record(7, [], 4 + 7)
        writer.emit_record(5000 + own, [], 1004)
        writer.end_block()
    first = BitstreamCursor(writer.getvalue())
    cursors: list[BitstreamCursor] = []
    tracemalloc.start()
    try:
        for own in range(500):
            assert first.advance() == ENTER_SUBBLOCK
            cursor = first.fork()
            cursor.enter_block_at(first.block_start, 8)
            assert (cursor.advance(), cursor.code) == (RECORD, 7)
            assert (cursor.advance(), cursor.code) == (RECORD, 5000 + own)
            cursors.append(cursor)
            first.skip_block()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # The abbreviations were read when the first block was met; 500 lists of 1000 would be four megabytes.
    assert peak < 3_000_000


def test_blockinfo_can_be_walked_like_any_block() -> None:
    writer = BitstreamWriter()
    writer.enter_blockinfo_block()
    writer.define_blockinfo_abbreviation(8, Abbreviation([Literal(1), Vbr(6)]))
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.automatic_blockinfo = False
    cursor.report_abbreviations = True
    assert cursor.advance() == ENTER_SUBBLOCK
    assert cursor.block_id == 0
    cursor.enter_block()
    assert (cursor.advance(), cursor.code, cursor.operands) == (RECORD, SETBID, [8])
    assert cursor.advance() == DEFINE_ABBREV
    assert cursor.advance() == END_BLOCK


def test_blocks_inside_blockinfo_are_passed_over() -> None:
    writer = BitstreamWriter()
    writer.enter_blockinfo_block()
    writer.enter_block(77, 3)
    writer.emit_record(SETBID, [])
    writer.end_block()
    writer.emit_record(99, [1, 2, 3])
    writer.name_block(8, "AFTER")
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.advance()
    assert cursor.block_info.entries[8].name == "AFTER"


@pytest.mark.parametrize(("code", "operands"), [(SETBID, []), (BLOCKNAME, [65]), (3, [1, 65])])
def test_a_blockinfo_that_describes_nothing(code: int, operands: list[int]) -> None:
    writer = BitstreamWriter()
    writer.enter_blockinfo_block()
    writer.emit_record(code, operands)
    writer.end_block()
    with pytest.raises(PyllvmError, match="Malformed BlockInfoBlock"):
        BitstreamCursor(writer.getvalue()).advance()


def test_what_is_malformed_in_a_blockinfo_is_named() -> None:
    messages = []
    for emit in (
        lambda writer: writer.emit_record(BLOCKNAME, [65]),
        lambda writer: writer.define_abbreviation(Abbreviation([Literal(1), Vbr(6)])),
    ):
        writer = BitstreamWriter()
        writer.enter_blockinfo_block()
        emit(writer)
        writer.end_block()
        cursor = BitstreamCursor(writer.getvalue())
        with pytest.raises(PyllvmError) as caught:
            cursor.advance()
        messages.append(str(caught.value.diagnostic.where))
    assert messages[0] != messages[1]


def test_an_abbreviation_before_any_setbid() -> None:
    writer = BitstreamWriter()
    writer.enter_blockinfo_block()
    writer.define_abbreviation(Abbreviation([Literal(1), Vbr(6)]))
    writer.end_block()
    with pytest.raises(PyllvmError, match="Malformed BlockInfoBlock"):
        BitstreamCursor(writer.getvalue()).advance()
