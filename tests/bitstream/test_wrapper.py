"""The wrapper header."""

from __future__ import annotations

import pytest

from pyllvm.bitstream.wrapper import _ZEROS, BITCODE_MAGIC, end_of_blocks, parse_wrapper, read_wrapper, stream_bounds, wrap
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError


def test_what_is_wrapped_is_found_again() -> None:
    stream = BITCODE_MAGIC + b"rest"
    data = wrap(stream, cpu_type=7)
    start, end = stream_bounds(data)
    assert data[start:end] == stream
    assert len(data) % 16 == 0
    wrapper = read_wrapper(data)
    assert wrapper is not None
    assert (wrapper.version, wrapper.offset, wrapper.size, wrapper.cpu_type) == (0, 20, 8, 7)


def test_a_stream_without_a_wrapper() -> None:
    assert read_wrapper(BITCODE_MAGIC) is None
    assert stream_bounds(BITCODE_MAGIC) == (0, 4)
    assert read_wrapper(b"") is None


@pytest.mark.parametrize("more", [b"", b"x", b"more"])
@pytest.mark.parametrize("blocks", [0, 1, 2])
def test_zeros_behind_the_blocks_are_not_part_of_them(blocks: int, more: bytes) -> None:
    writer = BitstreamWriter()
    writer.emit_fixed(int.from_bytes(BITCODE_MAGIC, "little"), 32)
    for _ in range(blocks):
        writer.enter_block(8, 3)
        writer.emit_record(1, list(range(100)))
        writer.end_block()
    stream = writer.getvalue()
    for size in (len(_ZEROS) * 2, len(_ZEROS) * 2 + 12):
        data = b"head" + stream + more + bytes(size)
        assert end_of_blocks(data, 4, len(data)) == (len(data) if more else 4 + len(stream))
    for data in (stream, stream + bytes(8)):
        assert end_of_blocks(data, 0, len(data)) == len(data)


def test_a_wrapper_that_is_cut_short() -> None:
    with pytest.raises(PyllvmError, match="Invalid bitcode wrapper header"):
        parse_wrapper(wrap(b"")[:19])


def test_a_wrapper_that_points_outside() -> None:
    data = wrap(bytes(64))[:-32]
    assert parse_wrapper(data) is not None
    with pytest.raises(PyllvmError, match="Invalid bitcode wrapper header"):
        read_wrapper(data)
