"""Integers of any width in records."""

import pytest

from pyllvm.schema.layout import wide_integer, wide_words


@pytest.mark.parametrize(
    ("value", "bits", "words"),
    [(5, 4, [10]), (-7, 4, [18]), (18446744073709551616999, 74, [1998, 2000]), (0, 1, [0]), (-1, 64, [3])],
)
def test_wide_words(value: int, bits: int, words: list[int]) -> None:
    assert wide_words(value, bits) == words
    assert wide_integer(words, bits, signed=True) == (value if bits != 74 else value - (1 << 74))
    assert wide_integer(words, bits, signed=False) == value & ((1 << bits) - 1)
