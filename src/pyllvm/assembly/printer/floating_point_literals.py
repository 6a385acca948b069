"""How LLVM prints floating-point constants since LLVM 23: alike for every type, in decimal where six digits give them back."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from pyllvm.assembly.printer.floating_point import (
    bits_of_double,
    double_bits_of_float_bits,
    double_of_bits,
    double_text,
    rounded_decimal,
    six_digits,
    six_digits_of_double,
)
from pyllvm.ir.folding.float_literals import exact_value, is_infinite, is_negative, nan_payload, nearest_bits, normalized
from pyllvm.ir.types import FLOATING_POINT_BITS

if TYPE_CHECKING:
    from fractions import Fraction

_FLOAT_EXPONENT: Final = 0x7F800000
_DOUBLE_EXPONENT: Final = 0x7FF << 52
_FLOAT: Final = struct.Struct("<f")
_FLOAT_BITS: Final = struct.Struct("<I")
# The bits of a double that a float has not, and their value in the middle between two floats.
_HALF_MASK: Final = (1 << 29) - 1
_HALF_OF_FLOAT: Final = 1 << 28
_LARGEST_FLOAT: Final = 3.4028234663852886e38


def literal_text(type_name: str, bits: int) -> str:
    """The constant of the floating-point type with this name and with this representation."""
    if type_name == "float":
        return _float_text(bits)
    if type_name == "double":
        return _double_text(bits)
    return _any_text(type_name, bits)


def _float_text(bits: int) -> str:
    if bits & _FLOAT_EXPONENT == _FLOAT_EXPONENT:
        return _any_text("float", bits)
    wide = double_bits_of_float_bits(bits)
    text = double_text(wide)
    if not text.startswith("0x"):
        return text
    value = double_of_bits(wide)
    # If the nearest decimal of six digits is another number, all of them are.
    if _is_float(f"{value:.5e}", bits):
        text = rounded_decimal(value < 0.0, *six_digits_of_double(wide))
        if _is_float(text, bits):
            return text
    return f"f0x{bits:08X}"


def _is_float(text: str, bits: int) -> bool:
    value = float(text)
    if bits_of_double(value) & _HALF_MASK == _HALF_OF_FLOAT:
        # Rounded to a double, it lies between two floats.
        return nearest_bits("float", text) == bits
    if not -_LARGEST_FLOAT <= value <= _LARGEST_FLOAT:
        return False
    found: int = _FLOAT_BITS.unpack(_FLOAT.pack(value))[0]
    return found == bits


def _double_text(bits: int) -> str:
    if bits & _DOUBLE_EXPONENT == _DOUBLE_EXPONENT:
        return _any_text("double", bits)
    text = double_text(bits)
    return f"f0x{bits:016X}" if text.startswith("0x") else text


def _any_text(type_name: str, bits: int) -> str:
    bits = normalized(type_name, bits)
    negative = is_negative(type_name, bits)
    sign = "-" if negative else "+"
    if is_infinite(type_name, bits):
        return f"{sign}inf"
    found = nan_payload(type_name, bits)
    if found is not None:
        is_quiet, payload = found
        if not is_quiet:
            return f"{sign}snan(0x{payload:X})"
        return f"{sign}nan(0x{payload:X})" if payload else f"{sign}qnan"
    value = exact_value(type_name, bits)
    if value is not None:
        text = _decimal(value, negative)
        if nearest_bits(type_name, text) == bits:
            return text
    return f"f0x{bits:0{FLOATING_POINT_BITS[type_name] // 4}X}"


def _decimal(value: Fraction, negative: bool) -> str:
    if not value:
        return "-0.000000e+00" if negative else "0.000000e+00"
    # All values are a number of halves, quarters, and so on.
    numerator = abs(value.numerator)
    zeros = (numerator & -numerator).bit_length() - 1
    exponent = zeros - (value.denominator.bit_length() - 1)
    return rounded_decimal(negative, *six_digits(numerator >> zeros, exponent))
