"""Integers of any width in records."""

import pytest

from pyllvm.schema.layout import PackedSlot, wide_integer, wide_words
from pyllvm.schema.sides import MetadataSource


@pytest.mark.parametrize(
    ("value", "bits", "words"),
    [(5, 4, [10]), (-7, 4, [18]), (18446744073709551616999, 74, [1998, 2000]), (0, 1, [0]), (-1, 64, [3])],
)
def test_wide_words(value: int, bits: int, words: list[int]) -> None:
    assert wide_words(value, bits) == words
    assert wide_integer(words, bits, signed=True) == (value if bits != 74 else value - (1 << 74))
    assert wide_integer(words, bits, signed=False) == value & ((1 << bits) - 1)


def test_packed_flags_are_truth_values() -> None:
    """Compiled as well: a field whose default is False gets True or False, not 1 or 0."""
    operands: list[object] = [7, False, True]
    PackedSlot([0, 1, 2], [0, 4, 5], [4, 1, 1], 0).read(0b01_0011, operands, MetadataSource())
    assert operands == [3, True, False]
    assert [type(operand) for operand in operands] == [int, bool, bool]
