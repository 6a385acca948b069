"""The writer, bit by bit; tests/property reads whole streams back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Blob, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.writer import BitstreamWriter, is_char6


def emitted(emit: Callable[[BitstreamWriter], None]) -> str:
    """The bits that are written, first to last."""
    writer = BitstreamWriter()
    emit(writer)
    count = writer.position
    number = int.from_bytes(writer.getvalue(), "little")
    return format(number, "b").zfill(count)[::-1][:count]


def test_fixed() -> None:
    assert emitted(lambda writer: writer.emit_fixed(1, 3)) == "100"
    assert emitted(lambda writer: writer.emit_fixed(0xFFFFFFFF, 32)) == "1" * 32


def test_vbr() -> None:
    assert emitted(lambda writer: writer.emit_vbr(27, 4)) == "11011100"
    assert emitted(lambda writer: writer.emit_vbr(7, 4)) == "1110"
    assert emitted(lambda writer: writer.emit_vbr64(2**64 - 1, 6)) == "111111" * 12 + "111100"
    assert emitted(lambda writer: writer.emit_vbr64(-1, 6)) == "111111" * 12 + "111100"
    assert emitted(lambda writer: writer.emit_vbr64(2**32, 32)) == "0" * 31 + "1" + "01" + "0" * 30


def test_fields_cross_words() -> None:
    def emit(writer: BitstreamWriter) -> None:
        writer.emit_fixed(0, 31)
        writer.emit_fixed(0b101, 3)

    assert emitted(emit) == "0" * 31 + "101"


def test_a_value_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match="8 does not fit a field of 3 bits"):
        BitstreamWriter().emit_fixed(8, 3)


def test_an_empty_block() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.end_block()
    # ENTER_SUBBLOCK in 2 bits, the id as vbr8, the width as vbr4, aligned; one word of length; END_BLOCK, aligned.
    assert emitted_words(writer) == [0b0011_00001000_01, 1, 0]


def emitted_words(writer: BitstreamWriter) -> list[int]:
    """The words that are written."""
    data = writer.getvalue()
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def test_an_unabbreviated_record() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.emit_record(2, [1, 33])
    assert emitted_words(writer)[2] == 0b000001_100001_000001_000010_000010_011


def test_an_abbreviated_record() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    abbreviation = writer.define_abbreviation(Abbreviation([Fixed(4), ArrayOf, Char6]))
    assert abbreviation == 4
    start = writer.position
    writer.emit_record(2, list(b"abcd"), abbreviation)
    assert writer.position - start == 3 + 4 + 6 + 4 * 6  # 37 bits, as the format's own example has it


def test_a_blob_is_aligned_on_both_sides() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    abbreviation = writer.define_abbreviation(Abbreviation([Literal(1), Blob]))
    writer.emit_record_with_blob(1, [], b"hello", abbreviation)
    assert writer.position % 32 == 0
    assert writer.getvalue()[-8:] == b"hello\0\0\0"


def test_an_array_may_be_given_as_bytes() -> None:
    one, other = BitstreamWriter(), BitstreamWriter()
    for writer in (one, other):
        writer.enter_block(8, 3)
        for element in (Fixed(8), Fixed(7), Fixed(6), Char6, Vbr(6)):
            writer.define_abbreviation(Abbreviation([Literal(1), Vbr(6), ArrayOf, element]))
    for abbreviation, data in ((4, b"t\xe9xt"), (5, b"text-"), (6, b"0123"), (7, b"text"), (8, b"t\xe9xt")):
        one.emit_record(1, [5, *data], abbreviation)
        other.emit_record_with_blob(1, [5], data, abbreviation)
    assert one.getvalue() == other.getvalue()
    for abbreviation, data in ((5, b"\xe9"), (6, b"t"), (7, b"t-")):
        with pytest.raises(ValueError, match=r"does not fit|no 6-bit code"):
            other.emit_record_with_blob(1, [5], data, abbreviation)


def test_words_are_patched_at_any_bit() -> None:
    writer = BitstreamWriter()
    writer.emit_fixed(0x15, 5)
    writer.emit_fixed(0, 32)
    writer.emit_fixed(3, 2)
    writer.flush_to_word()
    writer.backpatch_word(5, 0xDEADBEEF)
    assert int.from_bytes(writer.getvalue(), "little") == 0x15 | 0xDEADBEEF << 5 | 3 << 37


def test_only_what_is_written_can_be_patched() -> None:
    writer = BitstreamWriter()
    writer.emit_fixed(0, 32)
    with pytest.raises(ValueError, match="bit 8 is not written yet"):
        writer.backpatch_word(8, 0xFFFFFFFF)


@pytest.mark.parametrize(
    ("code", "operands", "message"),
    [
        (2, [1, 1], "2 does not match the abbreviation's literal 1"),
        (1, [], "too few operands"),
        (1, [1, 2, 3], "more operands"),
        (1, [4, 1], "4 does not fit a field of 2 bits"),
        (1, [-1, 1], "-1 does not fit"),
    ],
)
def test_records_that_do_not_fit_their_abbreviation(code: int, operands: list[int], message: str) -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.define_abbreviation(Abbreviation([Literal(1), Fixed(2), Vbr(6)]))
    with pytest.raises(ValueError, match=message):
        writer.emit_record(code, operands, 4)


def test_an_abbreviation_of_another_block() -> None:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.define_abbreviation(Abbreviation([Literal(1)]))
    writer.enter_block(9, 3)
    with pytest.raises(ValueError, match="no abbreviation 4 in this block"):
        writer.emit_record(1, [], 4)


def test_char6() -> None:
    assert is_char6(b"az.AZ_09")
    assert not is_char6(b"a-b")
    assert not is_char6("größe".encode())


def test_what_is_set_aside_is_part_of_the_stream() -> None:
    def emit(writer: BitstreamWriter, is_set_aside: bool) -> None:
        writer.emit_fixed(0, 32)
        writer.enter_block(8, 3)
        writer.emit_record(1, [7])
        writer.emit_bytes(bytes(1 << 20))
        writer.emit_fixed(0b101, 3)
        if is_set_aside:
            writer.set_aside()
        boundary = writer.position // 32 * 32
        writer.emit_record(2, [1 << 60] * 3)
        for bit in (31, boundary - 16, boundary + 3):
            writer.backpatch_word(bit, 0xFFFFFFFF)
        writer.end_block()

    whole = BitstreamWriter()
    emit(whole, False)
    parts = BitstreamWriter()
    emit(parts, True)
    assert [len(piece) > 1 << 20 for piece in parts.pieces()] == [True, False]
    assert parts.position == whole.position and parts.getvalue() == whole.getvalue()
    assert parts.written_since(1 << 20) == whole.written_since(1 << 20)


def test_little_is_not_set_aside() -> None:
    writer = BitstreamWriter()
    writer.emit_bytes(bytes(1 << 10))
    writer.set_aside()
    assert writer.pieces() == [bytes(1 << 10)]
