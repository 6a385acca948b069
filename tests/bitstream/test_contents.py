"""Strings and blobs in a bitstream."""

from __future__ import annotations

from pyllvm.bitstream.abbreviation import Abbreviation, Blob, Literal
from pyllvm.bitstream.contents import last_blob, text_of_operands
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import ENTER_SUBBLOCK
from pyllvm.bitstream.writer import BitstreamWriter


def test_the_low_byte_of_each_operand_counts() -> None:
    assert text_of_operands([104, 105]) == "hi"
    assert text_of_operands([1, 104, 105], 1) == "hi"
    assert text_of_operands([0x100 + 104, (1 << 64) - 256 + 105, 1 << 70 | 33]) == "hi!"
    assert text_of_operands([0xFF]) == "\udcff"


def block(blobs: list[bytes]) -> BitstreamCursor:
    """A cursor at the beginning of a block with a record, another block, and records with these blobs."""
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    abbreviation = writer.define_abbreviation(Abbreviation([Literal(1), Blob]))
    writer.emit_record(1, [2, 3])
    writer.enter_block(9, 3)
    writer.end_block()
    for blob in blobs:
        writer.emit_record_with_blob(1, [], blob, abbreviation)
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    assert cursor.advance() == ENTER_SUBBLOCK
    return cursor


def test_the_last_blob_of_a_block() -> None:
    assert last_blob(block([b"one", b"another"])) == b"another"
    assert last_blob(block([])) == b""
