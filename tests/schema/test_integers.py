"""Integers of any size as decimal digits: Python's own conversion ends at 4300 digits."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from random import Random

import pytest

from pyllvm.schema.integers import decimal_text, integer_of_decimal, number_of_digits


@pytest.fixture
def unlimited() -> Iterator[None]:
    """Let `str` and `int` take any number of digits, to compare with."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(limit)


@pytest.mark.parametrize("bits", [0, 1, 29, 30, 31, 62, 63, 64, 13_999, 14_000, 14_001, 14_285, 15_000, 40_007])
def test_like_pythons_own(unlimited: None, bits: int) -> None:
    edge = 1 << bits
    for number in (edge - 1, edge, edge + 1, Random(bits).getrandbits(bits + 1), 10 ** (bits // 3), 10 ** (bits // 3) - 1):
        for signed in (number, -number):
            assert decimal_text(signed) == str(signed)
            assert integer_of_decimal(str(signed).encode()) == signed


def test_leading_zeros_are_of_no_account() -> None:
    assert integer_of_decimal(b"0" * 10_000 + b"12") == 12
    assert integer_of_decimal(b"-" + b"0" * 10_000 + b"12") == -12


@pytest.mark.parametrize("text", ["0", "7", "007", "4294967295", "9" * 18, "9" * 19, str(1 << 63), "0" * 30, "1" * 400])
def test_digits_of_an_index(text: str) -> None:
    assert number_of_digits(text.encode()) == int(text)


def test_millions_of_bits_take_seconds() -> None:
    # A quarter of LLVM's widest integer type: Python's own conversion to digits takes a minute.
    number = (1 << 2_097_152) - 1
    start = time.process_time()
    digits = decimal_text(number)
    assert len(digits) == 631_306
    assert integer_of_decimal(digits.encode()) == number
    assert time.process_time() - start < 20
