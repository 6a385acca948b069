"""Zeros after the last block of a file."""

from __future__ import annotations

import tracemalloc

import pytest

import pyllvm
from pyllvm.bitcode.reader.found import BitcodeFile

MODULE = pyllvm.to_bitcode(pyllvm.parse_assembly("define void @f() {\n  ret void\n}\n"))
ZEROS = bytes(1 << 20)


def test_zeros_are_not_held_a_second_time() -> None:
    tracemalloc.start()
    try:
        data = MODULE + ZEROS
        before = tracemalloc.get_traced_memory()[0]
        with pytest.raises(pyllvm.PyllvmError, match="Malformed block"):
            BitcodeFile(data)
        assert tracemalloc.get_traced_memory()[1] - before < len(ZEROS) // 8
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("size", [0, 4, 8])
def test_too_few_bytes_for_a_block_are_padding(size: int) -> None:
    """As in LLVM, whatever they are."""
    assert len(BitcodeFile(MODULE + bytes(size)).modules) == 1
    assert len(BitcodeFile(MODULE + b"\xff" * size).modules) == 1


@pytest.mark.parametrize("rest", [bytes(12), bytes(400), ZEROS, ZEROS + b"\1\0\0\0", ZEROS + b"\0\0\0\1"])
def test_more_bytes_are_not(rest: bytes) -> None:
    """LLVM looks for a block where the zeros begin."""
    with pytest.raises(pyllvm.PyllvmError, match="Malformed block"):
        BitcodeFile(MODULE + rest)


def test_zeros_inside_a_block_belong_to_it() -> None:
    """A block that is longer than the file cannot be skipped, whatever there is in it."""
    changed = bytearray(MODULE)
    at = changed.index(b"\x21\x0c")  # the header of the module's block, in whose next word is its length
    changed[at + 4 : at + 8] = (len(ZEROS)).to_bytes(4, "little")
    with pytest.raises(pyllvm.PyllvmError, match="can't skip to bit"):
        BitcodeFile(bytes(changed) + ZEROS)


@pytest.mark.parametrize(
    ("size", "message"),
    [(0, "Malformed block"), (4, "Unexpected end of file"), (8, "can't skip block: already at end of stream")],
)
def test_a_file_that_ends_behind_an_identification(size: int, message: str) -> None:
    """A module follows, however few bytes are left."""
    begin = BitcodeFile(MODULE).modules[0].start // 32 * 4
    with pytest.raises(pyllvm.PyllvmError, match=message):
        BitcodeFile(MODULE[: begin + size])
