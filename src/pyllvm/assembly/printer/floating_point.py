"""How LLVM prints floating-point constants.

Up to LLVM 22, `float` and `double` are in decimal if that is exact, else their bits are in hexadecimal, and each other type has a
form of its own. Since LLVM 23 all types are alike: they are in decimal where six digits give them back.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from pyllvm.ir.folding.float_literals import exact_value, is_infinite, is_negative, nan_payload, nearest_bits, normalized
from pyllvm.ir.types import FLOATING_POINT_BITS

if TYPE_CHECKING:
    from fractions import Fraction


def _powers(base: int) -> list[int]:
    powers = [1]
    while len(powers) < 100:
        powers.append(powers[-1] * base)
    return powers


_DOUBLE: Final = struct.Struct("<d")
_BITS: Final = struct.Struct("<Q")
_BITS_OF_SIX_DIGITS: Final = (6 * 196 + 58) // 59
_POWERS_OF_5: Final = _powers(5)
_POWERS_OF_10: Final = _powers(10)


def double_of_bits(bits: int) -> float:
    """The double with that representation."""
    value: float = _DOUBLE.unpack(_BITS.pack(bits))[0]
    return value


def bits_of_double(value: float) -> int:
    """The representation of a double."""
    bits: int = _BITS.unpack(_DOUBLE.pack(value))[0]
    return bits


def double_bits_of_float_bits(bits: int) -> int:
    """The bits of a double that has the value of a float; NaNs keep their payload and stay quiet or signaling."""
    sign = (bits >> 31) << 63
    exponent = bits >> 23 & 0xFF
    fraction = bits & 0x7FFFFF
    if exponent == 0xFF:
        return sign | 0x7FF << 52 | fraction << 29
    if exponent:
        return sign | (exponent + 896) << 52 | fraction << 29
    if not fraction:
        return sign
    # a denormal float is a normal double
    shift = 24 - fraction.bit_length()
    return sign | (897 - shift) << 52 | (fraction << shift & 0x7FFFFF) << 29


def double_text(bits: int) -> str:
    """A double: `1.500000e+00` where LLVM's own rounding to six digits gives its value exactly, else `0x` and the bits."""
    biased_exponent = bits >> 52 & 0x7FF
    if biased_exponent != 0x7FF:
        value = double_of_bits(bits)
        text = f"{value:.5e}"
        if float(text) == value:
            mantissa, _, exponent = text.partition("e")
            if -999999.0 <= value <= 999999.0 and value.is_integer():
                return f"{mantissa}0e{exponent}"
            digits, power = six_digits_of_double(bits)
            if biased_exponent:
                # No other six digits represent this value.
                if mantissa[-7] + mantissa[-5:] == str(digits):
                    return f"{mantissa}0e{exponent}"
            else:
                text = rounded_decimal(value < 0.0, digits, power)
                if float(text) == value:
                    return text
    return f"0x{bits:X}"


def six_digits_of_double(bits: int) -> tuple[int, int]:
    """The digits of a finite nonzero double, from its representation: see `six_digits`."""
    significand = bits & 0xFFFFFFFFFFFFF
    exponent = bits >> 52 & 0x7FF
    if exponent:
        significand |= 1 << 52
    else:
        exponent = 1
    zeros = (significand & -significand).bit_length() - 1
    return six_digits(significand >> zeros, exponent + zeros - 1075)


def six_digits(significand: int, exponent: int) -> tuple[int, int]:
    """Round an odd number times a power of two as LLVM does (APFloat::toString): six digits, and the power of ten of the first.

    LLVM first divides by a power of ten until about 20 to 24 bits remain, and drops the remainder. Only then does it round. The
    result is often the next lower decimal: 0.7 becomes 6.999990e-01.
    """
    if exponent > 0:
        significand <<= exponent
        exponent = 0
    else:
        # n / 2^k = n * 5^k / 10^k
        significand *= _POWERS_OF_5[-exponent] if exponent > -100 else int(5**-exponent)
    excess_bits = significand.bit_length() - _BITS_OF_SIX_DIGITS
    if excess_bits > 0:
        # 196 / 59 is LLVM's estimate of the bits in a decimal digit.
        removed = excess_bits * 59 // 196
        significand //= _POWERS_OF_10[removed] if removed < 100 else int(10**removed)
        exponent += removed
    while significand >= 10_000_000:
        significand //= 10
        exponent += 1
    if significand >= 1_000_000:
        significand = (significand + 5) // 10
        exponent += 1
    while significand < 100_000:
        significand *= 10
        exponent -= 1
    if significand == 1_000_000:
        significand = 100_000
        exponent += 1
    return significand, exponent + 5


def rounded_decimal(is_negative: bool, digits: int, power: int) -> str:
    """`-1.500000e+00`, from what `six_digits` returns."""
    exponent = f"-{-power:02}" if power < 0 else f"+{power:02}"
    return f"{'-' if is_negative else ''}{digits // 100_000}.{digits % 100_000:05}0e{exponent}"


def floating_point_text(type_name: str, bits: int) -> str:
    """The constant of the floating-point type with this name and with this representation, up to LLVM 22."""
    if type_name == "double":
        return double_text(bits)
    if type_name == "float":
        return double_text(double_bits_of_float_bits(bits))
    if type_name == "half":
        return f"0xH{bits:04X}"
    if type_name == "bfloat":
        return f"0xR{bits:04X}"
    low = bits & 0xFFFFFFFFFFFFFFFF
    high = bits >> 64
    if type_name == "x86_fp80":
        return f"0xK{high:04X}{low:016X}"
    # fp128 and ppc_fp128 have the low half first
    letter = "L" if type_name == "fp128" else "M"
    return f"0x{letter}{low:016X}{high:016X}"


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
