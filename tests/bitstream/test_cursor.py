"""The cursor, bit by bit; and the strings and blobs that it reads."""

from __future__ import annotations

import pytest

from pyllvm.bitstream.abbreviation import (
    MANY_OPERANDS,
    Abbreviation,
    AbbreviationOperand,
    ArrayOf,
    Blob,
    Char6,
    Fixed,
    Literal,
    Vbr,
)
from pyllvm.bitstream.cursor import BitstreamCursor, last_blob, text_of_operands
from pyllvm.bitstream.stream_numbers import (
    DEFINE_ABBREV,
    END_BLOCK,
    END_OF_STREAM,
    ENTER_SUBBLOCK,
    RECORD,
)
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import BitcodeLocation, PyllvmError
from pyllvm.limits import ABBREVIATED_OPERANDS, NESTED_BLOCKS
from rows import each_row


def bits(text: str) -> BitstreamCursor:
    """A cursor over bits, written first to last, filled up to whole bytes with zeros."""
    digits = text.replace(" ", "")
    number = int(digits[::-1] or "0", 2)
    return BitstreamCursor(number.to_bytes((len(digits) + 7) // 8, "little"))


def error_of(cursor: BitstreamCursor) -> str:
    """The message with which the next step fails."""
    with pytest.raises(PyllvmError) as caught:
        cursor.advance()
    return caught.value.diagnostic.message


def test_fixed_reads_the_lowest_bit_first() -> None:
    assert bits("100").read_fixed(3) == 1
    assert bits("011").read_fixed(3) == 6


def test_fixed_reads_32_bits_at_any_bit() -> None:
    for shift in range(1, 32):
        cursor = bits("0" * shift + "1" * 32)
        assert cursor.read_fixed(shift) == 0
        assert cursor.read_fixed(32) == 0xFFFFFFFF


def test_fixed_takes_1_to_32_bits() -> None:
    for width in (0, 33, 64):
        with pytest.raises(PyllvmError, match="can't read more than 32"):
            bits("0" * 128).read_fixed(width)


def test_vbr_ends_at_a_piece_without_its_high_bit() -> None:
    assert bits("1101 1100").read_vbr(4) == 27
    assert bits("1110").read_vbr(4) == 7


def test_vbr_of_32_bits_drops_what_is_above() -> None:
    assert bits("111111" * 6 + "111110").read_vbr(6) == 0xFFFFFFFF


def test_vbr_of_32_bits_has_an_end() -> None:
    with pytest.raises(PyllvmError, match="Unterminated VBR"):
        bits("111111" * 9).read_vbr(6)


def test_vbr64_keeps_all_64_bits() -> None:
    assert bits("111111" * 12 + "111100").read_vbr64(6) == 2**64 - 1
    assert bits("000001" * 12 + "000100").read_vbr64(6) == 2**63
    assert bits("000001" * 12 + "110100").read_vbr64(6) == 2**63 + 2**60 * 3


def test_vbr64_drops_what_is_above() -> None:
    assert bits("000001" * 12 + "000010").read_vbr64(6) == 0


def test_vbr64_has_an_end() -> None:
    with pytest.raises(PyllvmError, match="Unterminated VBR"):
        bits("111111" * 20).read_vbr64(6)


def test_vbr_of_one_bit_ends_with_the_stream() -> None:
    assert bits("0").read_vbr(1) == bits("1110").read_vbr(1) == 0
    with pytest.raises(PyllvmError, match="Unexpected end of file reading 8 of 8 bytes"):
        bits("1" * 64).read_vbr(1)


def test_a_field_past_the_end_is_refused() -> None:
    with pytest.raises(PyllvmError, match="Unexpected end of file reading 8 of 9 bits"):
        bits("11111111").read_fixed(9)
    cursor = bits("11111111")
    cursor.seek(4)
    with pytest.raises(PyllvmError, match="Unexpected end of file reading 1 of 1 bytes"):
        cursor.read_fixed(5)
    with pytest.raises(PyllvmError, match="Unexpected end of file reading 0 of 0 bytes"):
        BitstreamCursor(b"").read_fixed(1)


def test_align_goes_to_a_word_but_not_past_the_end() -> None:
    cursor = bits("0" * 72)
    cursor.read_fixed(1)
    cursor.align()
    assert cursor.position == 32
    cursor.align()
    assert cursor.position == 32
    cursor.seek(65)
    cursor.align()
    assert cursor.position == 72


def test_positions_count_from_the_start_byte() -> None:
    cursor = BitstreamCursor(b"skip\x2a\x01more", 4, 6)
    assert cursor.size == 16
    assert cursor.read_fixed(8) == 42
    assert cursor.position == 8
    assert cursor.read_fixed(8) == 1
    with pytest.raises(PyllvmError):
        cursor.read_fixed(1)
    first = BitstreamCursor(b"\x2a\x01more", 0, 1)
    assert (first.read_fixed(8), first.size, first.at_end) == (42, 8, True)
    first.seek(7)
    assert not first.at_end


def test_a_nested_block_has_its_own_width_and_abbreviations() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    outer = writer.define_abbreviation(Abbreviation([Literal(1), Vbr(6)]))
    writer.enter_block(9, 5)
    inner = writer.define_abbreviation(Abbreviation([Literal(2), Fixed(4)]))
    writer.emit_record(2, [15], inner)
    writer.end_block()
    writer.emit_record(1, [15], outer)
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    assert cursor.advance() == ENTER_SUBBLOCK
    assert cursor.block_id == 8
    cursor.enter_block()
    assert cursor.abbreviation_width == 3
    assert cursor.advance() == ENTER_SUBBLOCK
    cursor.enter_block()
    assert (cursor.block_path(), cursor.depth, cursor.abbreviation_width) == (["#8", "#9"], 2, 5)
    assert cursor.advance() == RECORD
    assert (cursor.code, cursor.operands, cursor.abbreviation_id) == (2, [15], inner)
    assert cursor.advance() == END_BLOCK
    assert cursor.abbreviation_width == 3
    assert cursor.advance() == RECORD
    assert (cursor.code, cursor.operands) == (1, [15])
    assert cursor.advance() == END_BLOCK
    assert cursor.advance() == END_OF_STREAM


def test_each_record_has_a_list_of_its_own() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.emit_record(1, [1, 2])
    writer.emit_record(1, [3])
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    kept = cursor.operands
    cursor.advance()
    assert (kept, cursor.operands) == ([1, 2], [3])


def test_every_encoding_in_one_record() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 4)
    array = writer.define_abbreviation(Abbreviation([Fixed(7), Literal(2**64 - 1), Vbr(3), Char6, ArrayOf, Char6]))
    blob = writer.define_abbreviation(Abbreviation([Vbr(4), Fixed(32), Blob]))
    writer.emit_record(100, [2**64 - 1, 2**64 - 2, ord("_"), *b"aZ9."], array)
    writer.emit_record_with_blob(77, [0xFFFFFFFF], b"\0any\xff", blob)
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    assert (cursor.code, cursor.operands, cursor.blob) == (100, [2**64 - 1, 2**64 - 2, ord("_"), *b"aZ9."], None)
    cursor.advance()
    assert (cursor.code, cursor.operands, cursor.blob) == (77, [0xFFFFFFFF], b"\0any\xff")
    assert cursor.advance() == END_BLOCK


@each_row("width", range(2, 33))
def test_vbrs_of_every_length(width: int) -> None:
    """Numbers around each power of two, as operands of their own and in an array, to the last bit of the stream and beyond."""
    numbers = sorted({(1 << power) + step for power in range(64) for step in (-1, 0, 1)} | {2**64 - 1})
    writer = BitstreamWriter()
    writer.enter_block(8, 4)
    array = writer.define_abbreviation(Abbreviation([Literal(1), ArrayOf, Vbr(width)]))
    pair = writer.define_abbreviation(Abbreviation([Literal(2), Vbr(width), Vbr(width)]))
    writer.emit_record(1, numbers, array)
    for number in numbers:
        writer.emit_record(2, [number, number ^ 1], pair)
    writer.end_block()
    data = writer.getvalue()
    cursor = BitstreamCursor(data)
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    assert cursor.operands == numbers
    found: list[list[int]] = []
    while cursor.advance() == RECORD:
        found.append(cursor.operands)
    assert found == [[number, number ^ 1] for number in numbers]
    for end in range(40, len(data) - 8, 37):
        cut = BitstreamCursor(data[:end])
        cut.advance()
        cut.enter_block()
        with pytest.raises(PyllvmError, match=r"Unexpected end of file|Premature end of bitstream"):
            while True:
                cut.advance()


def test_definitions_are_reported_where_asked_for() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 4)
    writer.define_abbreviation(Abbreviation([Literal(3), ArrayOf, Vbr(6)]))
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.report_abbreviations = True
    cursor.advance()
    cursor.enter_block()
    assert cursor.advance() == DEFINE_ABBREV
    assert cursor.abbreviation == Abbreviation([Literal(3), ArrayOf, Vbr(6)])
    assert cursor.advance() == END_BLOCK


def test_fields_of_no_bits_are_literal_zeros() -> None:
    # DEFINE_ABBREV of [literal 1, fixed(0), vbr(0)], which LLVM's writer never makes; then a record that uses it.
    block = "1 1 00000001 ".replace("00000001", "10000000")
    text = "10 00010000 0010" + "0" * 18 + "1" + "0" * 31
    text += "0100 11000 " + block.split()[0] + "10000000" + " 0 100 00000" + " 0 010 00000" + " 0010" + " 0000"
    text += "0" * 64
    cursor = bits(text)
    cursor.advance()
    cursor.enter_block()
    assert cursor.advance() == RECORD
    assert (cursor.code, cursor.operands) == (1, [0, 0])


def test_skipping_a_block_lands_behind_it() -> None:
    writer = BitstreamWriter()
    for code in (1, 2):
        writer.enter_block(8, 3)
        writer.emit_record(code, list(range(100)))
        writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.advance()
    cursor.skip_block()
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    assert cursor.code == 2


def test_leaving_a_block_early() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.enter_block(9, 3)
    writer.emit_record(1, [])
    writer.enter_block(10, 3)
    writer.end_block()
    writer.emit_record(1, [])
    writer.end_block()
    writer.emit_record(7, [])
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    cursor.enter_block()
    cursor.leave_block()
    assert cursor.advance() == RECORD
    assert cursor.code == 7


def test_another_cursor_reads_a_block_later() -> None:
    writer = BitstreamWriter()
    writer.enter_blockinfo_block()
    known = writer.define_blockinfo_abbreviation(9, Abbreviation([Literal(4), Vbr(6)]))
    writer.end_block()
    writer.enter_block(8, 3)
    writer.enter_block(9, 4)
    writer.emit_record(4, [21], known)
    writer.end_block()
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    start = cursor.block_start
    cursor.end_message = "Malformed block"
    other = cursor.fork()
    cursor.skip_block()
    assert cursor.advance() == END_BLOCK
    other.enter_block_at(start, 9)
    assert other.advance() == RECORD
    assert (other.code, other.operands) == (4, [21])
    assert other.advance() == END_BLOCK
    other.enter_block_at(start, 9)
    other.seek(other.size)
    assert error_of(other) == "Malformed block"


def test_errors_name_the_bit_the_blocks_and_the_producer() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.enter_block(17, 3)
    writer.end_block()
    writer.end_block()
    data = bytearray(writer.getvalue())
    data[16] = 5  # an abbreviation that is not defined, in the inner block
    cursor = BitstreamCursor(bytes(data))
    cursor.block_names = {17: "TYPE_BLOCK"}
    cursor.producer = "LLVM19.1.7"
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    cursor.enter_block()
    with pytest.raises(PyllvmError) as caught:
        cursor.advance()
    where = caught.value.diagnostic.where
    assert caught.value.diagnostic.message == "Invalid abbrev number"
    assert isinstance(where, BitcodeLocation)
    assert (where.bit_offset, where.block_path, where.producer) == (128, ["#8", "TYPE_BLOCK"], "LLVM19.1.7")


def test_only_blocks_stand_outside_blocks() -> None:
    for abbreviation_id in ("00", "01", "11"):
        assert error_of(bits(abbreviation_id + "0" * 62)) == "Invalid record at top-level"


def test_a_stream_that_ends_in_a_block() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.emit_record(1, [1])
    cursor = BitstreamCursor(writer.getvalue())
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    cursor.seek(cursor.size)
    assert error_of(cursor) == "Premature end of bitstream"


def unabbreviated(count: str, rest: str) -> BitstreamCursor:
    """A cursor in a block of width 2, at an unabbreviated record with a count and what follows it."""
    cursor = bits("10 00010000 0100" + "0" * 18 + "1" * 32 + "11 100000" + count + rest)
    cursor.advance()
    cursor.enter_block()
    return cursor


def test_a_forged_count_allocates_nothing() -> None:
    assert error_of(unabbreviated("000001" * 5 + "110000", "0" * 64)) == "Size is not plausible"


def test_a_count_that_runs_past_the_end() -> None:
    assert error_of(unabbreviated("111110", "000000" * 4)).startswith("Unexpected end of file")


@pytest.mark.parametrize(("element", "is_cut"), [(Fixed(8), True), (Fixed(32), True), (Char6, True), (Vbr(32), False)])
def test_an_array_that_runs_past_the_end(element: AbbreviationOperand, is_cut: bool) -> None:
    """Its length alone tells it where all elements have the same width."""
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    abbreviation = writer.define_abbreviation(Abbreviation([Literal(1), ArrayOf, element]))
    writer.emit_record(1, [97] * 40, abbreviation)
    start = writer.position
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue()[: start // 8 - 8])
    cursor.advance()
    cursor.enter_block()
    assert error_of(cursor).startswith("Unexpected end of file")
    assert cursor.operands == ([] if is_cut else cursor.operands)


@pytest.mark.parametrize(
    ("operands", "message"),
    [
        ([Literal(1), ArrayOf], "Array op not second to last"),
        ([Literal(1), ArrayOf, Vbr(6), Vbr(6)], "Array op not second to last"),
        ([Literal(1), ArrayOf, Literal(3)], "Array element type has to be an encoding of a type"),
        ([Literal(1), ArrayOf, Blob], "Array element type can't be an Array or a Blob"),
        ([Blob], "Abbreviation starts with an Array or a Blob"),
        ([ArrayOf, Char6], "Abbreviation starts with an Array or a Blob"),
        ([Fixed(33)], "Fixed or VBR abbrev record with size > MaxChunkData"),
        ([Literal(1), ArrayOf, Vbr(64)], "Fixed or VBR abbrev record with size > MaxChunkData"),
        ([], "Abbrev record with no operands"),
    ],
)
def test_abbreviations_that_cannot_be_used(operands: list[object], message: str) -> None:
    assert Abbreviation(operands).problem == message  # type: ignore[arg-type]


def test_a_bad_abbreviation_matters_only_when_it_is_used() -> None:
    # [literal 1, array, vbr(6), vbr(6)] is defined, and the block ends.
    text = "10 00010000 1100" + "0" * 18 + "1" * 32
    text += "010 00100 1 10000000 0 110 0 010 01100 0 010 01100" + "000" + "0" * 64
    cursor = bits(text)
    cursor.advance()
    cursor.enter_block()
    assert cursor.advance() == END_BLOCK


def test_nesting_is_bounded() -> None:
    writer = BitstreamWriter()
    for _ in range(NESTED_BLOCKS + 1):
        writer.enter_block(8, 2)
    cursor = BitstreamCursor(writer.getvalue() + bytes(8))
    for _ in range(NESTED_BLOCKS):
        assert cursor.advance() == ENTER_SUBBLOCK
        cursor.enter_block()
    cursor.advance()
    with pytest.raises(PyllvmError, match="blocks nest deeper than 512"):
        cursor.enter_block()


@pytest.mark.parametrize(
    ("width", "message"),
    [("0000", "can't enter sub-block: current code size is 0"), ("1001 0010", "can't read more than 32")],
)
def test_the_width_of_a_block(width: str, message: str) -> None:
    if width.startswith("1001"):
        width = "0001 1010"  # 0 + 8 * 5 = 40
    cursor = bits(("10 00010000" + width.replace(" ", "")).ljust(32 + 11, "0").ljust(128, "0"))
    cursor.advance()
    with pytest.raises(PyllvmError, match=message):
        cursor.enter_block()


def test_a_block_that_claims_more_than_there_is_cannot_be_skipped() -> None:
    cursor = bits("10 00010000 0100" + "0" * 18 + "1" * 32 + "0" * 32)
    cursor.advance()
    with pytest.raises(PyllvmError, match="can't skip to bit"):
        cursor.skip_block()


def test_a_blob_that_ends_too_late() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    blob = writer.define_abbreviation(Abbreviation([Literal(1), Blob]))
    writer.emit_record_with_blob(1, [], bytes(40), blob)
    cursor = BitstreamCursor(writer.getvalue()[:-8])
    cursor.advance()
    cursor.enter_block()
    assert error_of(cursor) == "Blob ends too soon"


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


def test_records_outside_of_blocks_are_read_where_asked() -> None:
    for asked, messages in ((False, ["Invalid record at top-level"] * 2), (True, ["Invalid record at top-level", ""])):
        for head, message in zip(("00", "11"), messages, strict=True):
            cursor = bits(head + "101000" + "000000" + "0" * 50)
            cursor.reads_outside_blocks = asked
            if message:
                assert error_of(cursor) == message
            else:
                assert (cursor.advance(), cursor.code, cursor.operands) == (RECORD, 5, [])


def test_a_block_that_does_not_end_where_it_says() -> None:
    for change in (0, 1):
        writer = BitstreamWriter()
        writer.enter_block(8, 3)
        abbreviation = Abbreviation([Literal(1), Fixed(8)])
        writer.emit_record(1, [7], writer.define_abbreviation(abbreviation))
        writer.end_block()
        data = bytearray(writer.getvalue())
        data[4] += change
        cursor = BitstreamCursor(bytes(data))
        cursor.advance()
        cursor.enter_block()
        assert cursor.advance() == RECORD
        assert cursor.abbreviation is not None
        assert cursor.abbreviation.literals == abbreviation.literals
        assert cursor.advance() == END_BLOCK
        assert cursor.has_wrong_length == (change == 1)


def test_a_location_names_its_record() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.name_of_record = lambda block, code: f"{block}/{code}"
    assert cursor.location(7).record_name == ""
    cursor.advance()
    cursor.enter_block()
    assert (cursor.location(7).record_name, cursor.location().record_name) == ("8/7", "")


def test_records_of_very_long_abbreviations_are_counted() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    long = writer.define_abbreviation(Abbreviation([Literal(1), *[Literal(2)] * MANY_OPERANDS]))
    for _ in range(3):
        writer.emit_record(1, [2] * MANY_OPERANDS, long)
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.advance()
    cursor.enter_block()
    cursor._repeated[0] = ABBREVIATED_OPERANDS - 2 * (MANY_OPERANDS + 1)
    assert [cursor.advance() for _ in range(2)] == [RECORD] * 2
    assert error_of(cursor) == f"more than {ABBREVIATED_OPERANDS} operands of records with very long abbreviations"
