"""Lengths of blocks, and the positions of bodies and of the symbol table, that are wrong: read or refused as LLVM does."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.bitcode.module_bits import TWO_FUNCTIONS, WIDTH

from pyllvm import parse_assembly
from pyllvm.analyzer.stream import open_stream
from pyllvm.bitcode import BitcodeFile, Reading, read_modules, write_bitcode
from pyllvm.bitstream.stream_numbers import END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK, RECORD
from pyllvm.diagnostics import PyllvmError
from pyllvm.findings.file_kinds import add_file_help
from pyllvm.tables import records as r
from pyllvm.wishes import Wishes

TEXT = TWO_FUNCTIONS.replace("attributes", "define void @1() {\n  ret void\n}\nattributes")
MODULE = r.MODULE_BLOCK_ID
SYMBOLS = r.VALUE_SYMTAB_BLOCK_ID
FUNCTION = r.FUNCTION_BLOCK_ID


def module(version: int) -> bytes:
    return write_bitcode(parse_assembly(TEXT, llvm_version=version))


def lengths(data: bytes) -> list[tuple[tuple[int, ...], int]]:
    """The blocks, by their ids from the outermost in, and the byte of each one's length."""
    cursor = open_stream(data).cursor
    found: list[tuple[tuple[int, ...], int]] = []
    path: list[int] = []
    while True:
        what = cursor.advance()
        if what == END_OF_STREAM:
            return found
        if what == ENTER_SUBBLOCK:
            path.append(cursor.block_id)
            cursor.enter_block()
            found.append((tuple(path), cursor.position // 8 - 4))
        elif what == END_BLOCK:
            path.pop()


def lengthened(data: bytes, at: int, words: int) -> bytes:
    """The file with another length at that byte."""
    length = int.from_bytes(data[at : at + 4], "little") + words
    return data[:at] + (length & 0xFFFFFFFF).to_bytes(4, "little") + data[at + 4 :]


def message(data: bytes, checks_lengths: bool) -> str:
    """The error that the reader reports, empty if it reads the file."""
    try:
        wishes = Wishes()
        wishes.checks_lengths = checks_lengths
        for read in read_modules(BitcodeFile(data), Reading(wishes=wishes)):
            read.materialize()
    except PyllvmError as error:
        return error.diagnostic.message
    return ""


@pytest.mark.parametrize(
    ("path", "words", "read", "walked"),
    [
        ((MODULE, SYMBOLS), 1, "Malformed block", "Malformed block"),
        ((MODULE, r.CONSTANTS_BLOCK_ID), 1000, "", "can't skip to bit"),
        ((MODULE, r.METADATA_KIND_BLOCK_ID), 1000, "", "can't skip to bit"),
        ((MODULE, r.TYPE_BLOCK_ID_NEW), 1000, "", "can't skip to bit"),
        ((MODULE, FUNCTION), 1000, "can't skip to bit", "can't skip to bit"),
        ((MODULE, FUNCTION, r.VALUE_SYMTAB_BLOCK_ID), 1000, "", ""),
        ((r.STRTAB_BLOCK_ID,), 1000, "", ""),
    ],
)
def test_a_block_that_is_longer_or_shorter(path: tuple[int, ...], words: int, read: str, walked: str) -> None:
    """llvm-dis also walks over the blocks of a module by their lengths; other tools do not."""
    data = module(22)
    at = next(at for found, at in lengths(data) if found == path)
    changed = lengthened(data, at, words)
    for expected, checks_lengths in ((read, False), (walked, True)):
        found = message(changed, checks_lengths)
        assert found.startswith(expected) if expected else not found


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
def test_llvm_dis_finds_the_same(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    data = module(version)
    file = tmp_path / "a.bc"
    for path, at in lengths(data):
        for words in (1, -1, 2, 1000):
            changed = lengthened(data, at, words)
            file.write_bytes(changed)
            command = [llvm_tool(version, "llvm-dis"), str(file), "-o", "-"]
            real = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
            if real.returncode >= 0 and "LLVM ERROR" not in real.stderr:
                found = message(changed, True)
                assert bool(found) == bool(real.returncode), (path, words)
                assert found in real.stderr, (path, words)


def test_a_stale_position_of_the_symbol_table() -> None:
    data = module(22)
    cursor = open_stream(data).cursor
    while True:
        what = cursor.advance()
        if what == ENTER_SUBBLOCK:
            if cursor.block_id == MODULE:
                cursor.enter_block()
            else:
                cursor.skip_block()
        elif what == RECORD and cursor.code == r.MODULE_CODE_VSTOFFSET:
            break
    at = cursor.position - 32
    bits = int.from_bytes(data, "little")
    # LLVM reads 64 bits there, if the table begins in the middle of them.
    for words, message in ((1, "Expected value"), (100_000, "Expected value"), (100_001, "Unexpected end of file reading 4")):
        changed = (bits + (words << at)).to_bytes(len(data), "little")
        with pytest.raises(PyllvmError, match=message) as raised:
            read_modules(BitcodeFile(changed), Reading())
        add_file_help(raised.value, changed)
        assert not raised.value.diagnostic.hint


def test_the_symbol_table_states_that_a_body_is_before_the_file() -> None:
    """A body is at a word, plus one: LLVM takes the word before 0 for a position behind the file."""
    data = write_bitcode(parse_assembly(ONE_FUNCTION, llvm_version=19))
    cursor = open_stream(data).cursor
    while cursor.block_id != r.VALUE_SYMTAB_BLOCK_ID:
        if cursor.advance() == ENTER_SUBBLOCK:
            if cursor.block_id in (MODULE, r.VALUE_SYMTAB_BLOCK_ID):
                cursor.enter_block()
            else:
                cursor.skip_block()
    assert cursor.next_record()
    assert cursor.code == r.VST_CODE_FNENTRY
    bits = int.from_bytes(data, "little")
    end = cursor.position
    start = end - (cursor.operands[1].bit_length() + 6) // 7 * 8
    mask = (1 << end) - (1 << start)
    changed = (bits & ~mask).to_bytes(len(data), "little")
    assert "can't skip to bit" in message(changed, False)


def test_the_file_is_not_cut_short_where_a_block_within_a_module_is_too_long() -> None:
    data = module(22)
    changed = lengthened(data, next(at for path, at in lengths(data) if path == (MODULE, FUNCTION)), 1000)
    with pytest.raises(PyllvmError, match="can't skip to bit") as raised:
        read_modules(BitcodeFile(changed), Reading())
    add_file_help(raised.value, changed)
    assert not raised.value.diagnostic.hint


ONE_FUNCTION = "define void @f() {\n  ret void\n}\n"


def test_a_bit_of_a_header_is_wrong() -> None:
    """Numbers of blocks and widths of abbreviations: whatever comes of it is an error, or the file is read."""
    data = write_bitcode(parse_assembly(ONE_FUNCTION, llvm_version=14))
    bits = int.from_bytes(data, "little")
    messages = {
        message((bits ^ 1 << bit).to_bytes(len(data), "little"), False)
        for _, at in lengths(data)
        for bit in range(at * 8 - 32, at * 8)
    }
    assert "Malformed block" in messages
    assert "" in messages


def test_the_only_body_is_in_a_block_of_another_number() -> None:
    data = write_bitcode(parse_assembly(ONE_FUNCTION, llvm_version=19))
    at = next(at for path, at in lengths(data) if path == (MODULE, FUNCTION))
    header = int.from_bytes(data[at - 4 : at], "little")
    changed = data[: at - 4] + (header ^ 1 << WIDTH).to_bytes(4, "little") + data[at:]
    assert message(changed, False) == "Malformed block"
