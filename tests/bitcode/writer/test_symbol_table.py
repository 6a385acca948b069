"""The symbol table of a written module: the form of each version, and the size of a common variable."""

from __future__ import annotations

from struct import unpack_from

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.bitcode.reader.found import BitcodeFile

MODULE = b"""
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@large = common global [5000000000 x i8] zeroinitializer, align 64
@placed = global i32 1, section "place"
"""
SIZE = 5_000_000_000
# The word of the header with the offset of the rarely used fields of symbols; the next has their number.
UNCOMMONS = 9


@pytest.mark.parametrize(("version", "form", "sizes"), [(22, 3, [SIZE & 0xFFFFFFFF]), (23, 4, [SIZE & 0xFFFFFFFF, SIZE >> 32])])
def test_the_size_of_a_common_variable_has_64_bits_since_llvm_23(version: int, form: int, sizes: list[int]) -> None:
    found = BitcodeFile(write_bitcode(parse_assembly(MODULE, llvm_version=version))).modules[0]
    table = found.symbol_table
    strings = found.string_table
    assert table is not None
    assert strings is not None
    header = unpack_from(f"<{UNCOMMONS + 2}I", table)
    assert header[0] == form
    offset, count = header[UNCOMMONS:]
    assert count == 2
    words = len(sizes) + 5
    assert list(unpack_from(f"<{len(sizes) + 1}I", table, offset)) == [*sizes, 64]
    placed = unpack_from(f"<{words}I", table, offset + 4 * words)
    assert strings[placed[-2] : placed[-2] + placed[-1]] == b"place"
