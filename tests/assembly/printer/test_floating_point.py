"""How doubles and floats are printed: what every llvm-dis from 7 to 22 prints for these values."""

from __future__ import annotations

import struct

import pytest

from pyllvm.assembly.printer.floating_point import double_text, floating_point_text
from rows import each_row


def bits_of(value: float) -> int:
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    assert isinstance(bits, int)
    return bits


@each_row(
    ("value", "text"),
    [
        (0.0, "0.000000e+00"),
        (-0.0, "-0.000000e+00"),
        (1.0, "1.000000e+00"),
        (-0.5, "-5.000000e-01"),
        (0.1, "1.000000e-01"),
        (0.3, "3.000000e-01"),
        (999999.0, "9.999990e+05"),
        (-1e6, "-1.000000e+06"),
        (1234567.0, "0x4132D68700000000"),
        (1e15, "1.000000e+15"),
        (1.5e-7, "1.500000e-07"),
        (1e100, "1.000000e+100"),
        (1e31, "1.000000e+31"),
        (1.01753e-245, "1.017530e-245"),
        (float("inf"), "0x7FF0000000000000"),
        (float("nan"), "0x7FF8000000000000"),
        (3.141592653589793, "0x400921FB54442D18"),
    ],
)
def test_decimal_where_six_digits_are_exact(value: float, text: str) -> None:
    assert double_text(bits_of(value)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.7, "0x3FE6666666666666"),
        (-0.7, "0xBFE6666666666666"),
        (1e-6, "0x3EB0C6F7A0B5ED8D"),
        (0.009, "0x3F826E978D4FDF3B"),
    ],
)
def test_hexadecimal_where_llvm_rounds_to_another_value(value: float, text: str) -> None:
    # Correctly rounded, six digits give each of these.
    assert float(f"{value:.5e}") == value
    assert double_text(bits_of(value)) == text


def test_denormal_numbers() -> None:
    assert double_text(1) == "4.940660e-324"
    assert double_text(3) == "1.482200e-323"


def test_a_float_is_printed_as_the_double_of_its_value() -> None:
    (bits,) = struct.unpack("<I", struct.pack("<f", 0.7))
    assert floating_point_text("float", bits) == "0x3FE6666660000000"
    (bits,) = struct.unpack("<I", struct.pack("<f", 0.25))
    assert floating_point_text("float", bits) == "2.500000e-01"
