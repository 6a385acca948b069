"""The bounds of `pyllvm.limits`: the page that lists them, and an input beyond each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm import limits
from pyllvm.bitstream.abbreviation import Abbreviation, Literal
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import ENTER_SUBBLOCK, RECORD
from pyllvm.bitstream.writer import BitstreamWriter

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "limits.md"
BOUNDS: Final = {name: value for name, value in vars(limits).items() if name.isupper()}


def test_the_page_lists_every_bound() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: int(value.replace(",", "")) for name, value in rows} == BOUNDS


def error_of(text: str) -> str:
    with pytest.raises(pyllvm.PyllvmError) as caught:
        pyllvm.parse_assembly(text, "wide.ll", llvm_version=19)
    return str(caught.value.diagnostic.where) + ": " + caught.value.diagnostic.message


@pytest.mark.parametrize(
    "constant",
    [
        "<{n} x ptr> getelementptr (i8, <{n} x ptr> zeroinitializer, i64 1)",
        "<{n} x i8> insertelement (<{n} x i8> zeroinitializer, i8 1, i32 5)",
        "<{n} x i8> shufflevector (<2 x i8> <i8 1, i8 2>, <2 x i8> undef, <{n} x i32> zeroinitializer)",
        "<{n} x i8> splat (i8 1)",
    ],
    ids=["getelementptr", "insertelement", "shufflevector", "splat"],
)
def test_a_wide_constant_is_an_error_with_its_place(constant: str) -> None:
    count = limits.FOLDED_ELEMENTS + 1
    assert re.match(rf"Span\(wide\.ll:2:\d+\): .*{limits.FOLDED_ELEMENTS}", error_of("\n@g = global " + constant.format(n=count)))


def test_deep_types_are_an_error() -> None:
    depth = limits.OPEN_GRAMMAR_SYMBOLS
    error = error_of("@g = external global " + "[1 x " * depth + "i8" + "]" * depth)
    assert error.endswith(f"more than {depth} symbols of the grammar are open")


def test_a_record_of_literals_shares_its_operands() -> None:
    """An abbreviation of literals alone: each record that uses it takes a few bits of the file, whatever its length."""
    writer = BitstreamWriter()
    writer.enter_block(8, 4)
    abbreviation = Abbreviation([Literal(99), *[Literal(7)] * 20_000])
    number = writer.define_abbreviation(abbreviation)
    writer.emit_record(99, [7] * 20_000, number)
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    assert cursor.advance() == ENTER_SUBBLOCK
    cursor.enter_block()
    assert cursor.advance() == RECORD
    assert (cursor.code, cursor.operands) == (99, [7] * 20_000)
    assert abbreviation.only_literals == [7] * 20_000


def test_records_that_take_few_bits_cannot_have_operands_without_end() -> None:
    """The operands of all such records are counted, for all cursors on the stream."""
    writer = BitstreamWriter()
    writer.enter_block(8, 4)
    number = writer.define_abbreviation(Abbreviation([Literal(99), *[Literal(7)] * 65_535]))
    writer.emit_record(99, [7] * 65_535, number)
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue()).fork()
    assert cursor.advance() == ENTER_SUBBLOCK
    cursor.enter_block()
    assert cursor.advance() == RECORD
    for _ in range(limits.ABBREVIATED_OPERANDS // 65_536 - 1):
        cursor.seek(cursor.record_start)
        assert cursor.advance() == RECORD
    other = cursor.fork()
    with pytest.raises(pyllvm.PyllvmError, match=f"more than {limits.ABBREVIATED_OPERANDS} operands"):
        other.advance()
        other.enter_block()
        other.advance()
