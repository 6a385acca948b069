"""A reader of blocks reads those parts of a file that it does not skip, wherever the parts end."""

from __future__ import annotations

import pytest

from pyllvm.bitstream.abbreviation import Abbreviation, Blob, Literal
from pyllvm.bitstream.block_reader import BlockReader
from pyllvm.bitstream.cursor import BitstreamCursor, last_blob
from pyllvm.bitstream.stream_numbers import END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK, RECORD
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError

_OUTER, _SKIPPED, _LOADED = 8, 12, 23
_START = 1 << 20


def write_blob(writer: BitstreamWriter, block: int, size: int) -> None:
    """A block with a blob."""
    writer.enter_block(block, 4)
    abbreviation = writer.define_abbreviation(Abbreviation([Literal(1), Blob]))
    writer.emit_record_with_blob(1, [], bytes([block]) * size, abbreviation)
    writer.end_block()


def stream(outer: int, records: int, inner: int) -> bytes:
    """Blocks with numbered records; after each record a block that is skipped, and after a block one that is loaded."""
    writer = BitstreamWriter()
    for block in range(outer):
        writer.enter_block(_OUTER, 3)
        for at in range(records):
            writer.emit_record(1, [block * records + at])
            write_blob(writer, _SKIPPED, inner)
        writer.end_block()
        write_blob(writer, _LOADED, inner * 2)
    return writer.getvalue()


def read(data: bytes) -> tuple[list[int], list[bytes], int]:
    """The numbers of the records, what is in the loaded blocks, and how many bytes were read."""
    parts: list[bytes] = []

    def part(offset: int, size: int) -> bytes:
        parts.append(data[offset : offset + size])
        return parts[-1]

    blocks = BlockReader(BitstreamCursor(data[:_START]), len(data), part)
    cursor = blocks.cursor
    numbers: list[int] = []
    loaded: list[bytes] = []
    while (event := blocks.advance()) != END_OF_STREAM:
        assert event == ENTER_SUBBLOCK
        if cursor.block_id == _LOADED:
            blocks.load_block()
            loaded.append(last_blob(cursor))
            continue
        cursor.enter_block()
        while (event := blocks.advance()) != END_BLOCK:
            if event == RECORD:
                numbers += cursor.operands
            else:
                blocks.skip_block()
    return numbers, loaded, _START + sum(len(one) for one in parts)


@pytest.mark.parametrize(("outer", "records", "inner"), [(1, 3000, 700), (3, 3, 1_500_000), (2, 40, 90_000), (2, 2, 1)])
def test_every_record_is_read(outer: int, records: int, inner: int) -> None:
    numbers, loaded, _ = read(stream(outer, records, inner))
    assert numbers == list(range(outer * records))
    assert loaded == [bytes([_LOADED]) * inner * 2] * outer


def test_what_follows_a_block_is_read_without_being_asked_for() -> None:
    """Records and small blocks that go on for longer than a part."""
    writer = BitstreamWriter()
    for number in range(200_000):
        writer.enter_block(_SKIPPED, 3)
        writer.emit_record(1, [number])
        writer.end_block()
    data = writer.getvalue()
    blocks = BlockReader(BitstreamCursor(data[:_START]), len(data), lambda offset, size: data[offset : offset + size])
    count = 0
    while blocks.advance() != END_OF_STREAM:
        blocks.skip_block()
        count += 1
    assert count == 200_000


def test_large_blocks_are_not_read() -> None:
    data = stream(1, 5, 6_000_000)
    numbers, _, size = read(data)
    assert numbers == [0, 1, 2, 3, 4]
    # The block that is loaded, a part after each of the five that are skipped, and the first part.
    assert size < 12_000_000 + 7 * _START


@pytest.mark.parametrize("end", [12, 100, _START, 5_000_000, 9_000_040])
def test_a_file_that_ends_too_soon_is_an_error(end: int) -> None:
    data = stream(1, 3, 3_000_000)
    with pytest.raises(PyllvmError):
        read(data[:end])
