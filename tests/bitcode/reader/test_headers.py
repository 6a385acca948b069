"""The headers of blocks with a flipped bit in the block's number, the width of its abbreviations, or its own abbreviation."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.bitcode.module_bits import TWO_FUNCTIONS

from pyllvm import parse_assembly, parse_bitcode, verify
from pyllvm.analyzer.stream import open_stream
from pyllvm.bitcode import write_bitcode
from pyllvm.bitstream.stream_numbers import BLOCK_ID_WIDTH, END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK
from pyllvm.diagnostics import PyllvmError
from pyllvm.tables import records as r

# LLVM crashes, with these statuses; pyllvm reports an error.
CRASHES = range(-64, 0)
WIDTH_BITS = 4


def module(version: int) -> bytes:
    return write_bitcode(parse_assembly(TWO_FUNCTIONS, llvm_version=version))


def headers(data: bytes) -> list[tuple[tuple[int, ...], int, int]]:
    """The blocks, by their ids from the outermost in; the bit after the id of each, and the width of the abbreviation before."""
    cursor = open_stream(data).cursor
    found: list[tuple[tuple[int, ...], int, int]] = []
    path: list[int] = []
    widths = [cursor.abbreviation_width]
    while True:
        what = cursor.advance()
        if what == END_OF_STREAM:
            return found
        if what == ENTER_SUBBLOCK:
            path.append(cursor.block_id)
            found.append((tuple(path), cursor.block_start, widths[-1]))
            cursor.enter_block()
            widths.append(cursor.abbreviation_width)
        elif what == END_BLOCK:
            path.pop()
            widths.pop()


def flipped(data: bytes, bit: int) -> bytes:
    return (int.from_bytes(data, "little") ^ 1 << bit).to_bytes(len(data), "little")


def with_id(data: bytes, path: tuple[int, ...], block_id: int) -> bytes:
    """The data with another number for a block, which differs in one bit."""
    start = next(start for found, start, _ in headers(data) if found == path)
    return flipped(data, start - BLOCK_ID_WIDTH + (path[-1] ^ block_id).bit_length() - 1)


@pytest.mark.parametrize("block_id", [6, 12, 30, 46])
def test_llvm_14_does_not_look_at_the_number_of_the_symbol_table(block_id: int) -> None:
    path = (r.MODULE_BLOCK_ID, r.VALUE_SYMTAB_BLOCK_ID)
    assert str(parse_bitcode(with_id(module(14), path, block_id), llvm_version=14)) == str(parse_bitcode(module(14)))
    with pytest.raises(PyllvmError, match="Expected value symbol table subblock"):
        parse_bitcode(with_id(module(15), path, block_id), llvm_version=15)


@pytest.mark.parametrize("version", [14, 22])
def test_blockinfo_in_a_function_is_skipped(version: int) -> None:
    path = (r.MODULE_BLOCK_ID, r.FUNCTION_BLOCK_ID, r.METADATA_ATTACHMENT_ID)
    read = parse_bitcode(with_id(module(version), path, 0), llvm_version=version)
    assert str(read) == str(parse_bitcode(module(version))).replace(", !foo !0", "")


@pytest.mark.parametrize("version", [14, 22])
def test_the_verifier_finds_that_an_initializer_has_another_type(version: int) -> None:
    """A block of constants more numbers the values in another way; readers look at no types."""
    path = (r.MODULE_BLOCK_ID, r.PARAMATTR_GROUP_BLOCK_ID)
    read = parse_bitcode(with_id(module(version), path, r.CONSTANTS_BLOCK_ID), llvm_version=version)
    assert "@g = global i32 @f\n" in str(read)
    assert verify(read)[0].message == "Global variable initializer type does not match global variable type!"


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("version", [14, 22])
def test_llvm_takes_the_same_headers(version: int, tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    tool = llvm_tool(version, "llvm-dis")
    data = module(version)
    for path, start, width in headers(data):
        for bit in range(start - BLOCK_ID_WIDTH - width, start + WIDTH_BITS):
            changed = flipped(data, bit)
            (tmp_path / "m.bc").write_bytes(changed)
            real = subprocess.run([tool, tmp_path / "m.bc", "-o", "/dev/null"], capture_output=True, check=False)
            is_refused = False
            try:
                str(parse_bitcode(changed, llvm_version=version))
            except PyllvmError:
                is_refused = True
            if real.returncode not in CRASHES and real.returncode < 128:
                assert is_refused == bool(real.returncode), (path, bit - start)
