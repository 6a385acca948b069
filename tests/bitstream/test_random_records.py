"""Records that are written with random abbreviations, in nested blocks, are read as they were."""

from __future__ import annotations

import random

import pytest

from pyllvm.bitstream.abbreviation import Abbreviation, AbbreviationOperand, ArrayOf, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.writer import BitstreamWriter
from rows import each_row

CHARACTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"


def random_scalar(chosen: random.Random) -> AbbreviationOperand:
    kind = chosen.randrange(4)
    if kind == 0:
        return Literal(chosen.getrandbits(chosen.choice((1, 8, 32, 63))))
    if kind == 1:
        return Fixed(chosen.randint(1, 32))
    return Vbr(chosen.randint(2, 32)) if kind == 2 else Char6


def random_value(chosen: random.Random, operand: AbbreviationOperand) -> int:
    if operand.name == "literal":
        return operand.value
    if operand.name == "char6":
        return chosen.choice(CHARACTERS)
    return chosen.getrandbits(operand.value if operand.name == "fixed" else chosen.choice((1, operand.value - 1, 32, 64)))


def random_abbreviation(chosen: random.Random) -> tuple[list[AbbreviationOperand], AbbreviationOperand | None]:
    """The scalars, whose first is the code, and the element of the array at the end if there is one."""
    scalars = [Literal(chosen.randrange(100)), *(random_scalar(chosen) for _ in range(chosen.randint(0, 5)))]
    element = random_scalar(chosen) if chosen.random() < 0.6 else None
    return scalars, None if element is None or element.name == "literal" else element


@each_row("seed", range(60))
def test_random_records(seed: int) -> None:
    chosen = random.Random(seed)
    forms = [random_abbreviation(chosen) for _ in range(4)]
    made = [Abbreviation([*scalars, *([] if element is None else [ArrayOf, element])]) for scalars, element in forms]
    writer = BitstreamWriter()
    writer.emit_bytes(b"BC\xc0\xde")
    shared = chosen.randint(0, 4)
    writer.enter_blockinfo_block()
    numbers = [writer.define_blockinfo_abbreviation(9, abbreviation) for abbreviation in made[:shared]]
    writer.end_block()
    writer.enter_block(9, chosen.randint(4, 9))
    numbers += [writer.define_abbreviation(abbreviation) for abbreviation in made[shared:]]
    written: list[tuple[int, list[int]]] = []
    for _ in range(30):
        if chosen.random() < 0.1:
            writer.enter_block(12, 3)
            writer.emit_record(1, [chosen.getrandbits(40) for _ in range(chosen.randrange(9))])
            writer.end_block()
        at = chosen.randrange(5)
        if at == 4:
            code, operands, number = chosen.randrange(100), [chosen.getrandbits(64) for _ in range(chosen.randrange(9))], 3
        else:
            scalars, element = forms[at]
            values = [random_value(chosen, operand) for operand in scalars]
            values += [] if element is None else [random_value(chosen, element) for _ in range(chosen.choice((0, 1, 5, 40)))]
            code, operands, number = values[0], values[1:], numbers[at]
        writer.emit_record(code, operands, 0 if number == 3 else number)
        written.append((code, operands))
    writer.end_block()
    cursor = BitstreamCursor(writer.getvalue())
    cursor.seek(32)
    cursor.advance()
    cursor.enter_block()
    read: list[tuple[int, list[int]]] = []
    while cursor.next_record():
        read.append((cursor.code, list(cursor.operands)))
    assert read == written


@pytest.mark.parametrize("seed", range(8))
def test_patched_words(seed: int) -> None:
    chosen = random.Random(seed)
    writer = BitstreamWriter()
    before = chosen.randint(1, 31)
    value = chosen.getrandbits(64)
    writer.emit_fixed(1, before)
    for width in (32, 32, 7):
        writer.emit_fixed(0, width)
    writer.flush_to_word()
    writer.backpatch_word64(before, value)
    cursor = BitstreamCursor(writer.getvalue())
    assert cursor.read_fixed(before) == 1
    assert cursor.read_fixed(32) | cursor.read_fixed(32) << 32 == value
    assert cursor.read_fixed(7) == 0


def test_operands_of_abbreviations_are_compared_and_shown() -> None:
    operands = [Literal(3), Fixed(3), Vbr(3), Char6]
    assert [repr(operand) for operand in operands] == ["literal(3)", "fixed(3)", "vbr(3)", "char6"]
    assert len({*operands, Literal(3), Fixed(3), Vbr(3), Char6}) == 4
    assert Fixed(3) != Fixed(4)


@pytest.mark.parametrize(
    ("element", "is_text"), [(Fixed(7), True), (Fixed(8), True), (Char6, True), (Fixed(9), False), (Vbr(6), False)]
)
def test_arrays_of_characters_are_kept_as_text(element: AbbreviationOperand, is_text: bool) -> None:
    writer = BitstreamWriter()
    writer.enter_block(9, 4)
    number = writer.define_abbreviation(Abbreviation([Literal(1), Vbr(6), ArrayOf, element]))
    writer.emit_record(1, [70, *b"text"], number)
    writer.end_block()
    for keeps_text in (True, False):
        cursor = BitstreamCursor(writer.getvalue())
        cursor.keeps_text = keeps_text
        cursor.advance()
        cursor.enter_block()
        assert cursor.next_record()
        expected = ([70], b"text") if keeps_text and is_text else ([70, *b"text"], None)
        assert (cursor.operands, cursor.text) == expected
