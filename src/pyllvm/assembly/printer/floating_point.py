"""How LLVM spells floating-point constants: in decimal where that is exact, else the bits in hexadecimal."""

from __future__ import annotations

import struct
from typing import Final

_DOUBLE: Final = struct.Struct("<d")
_BITS: Final = struct.Struct("<Q")


def double_of_bits(bits: int) -> float:
    """The double with that representation."""
    value: float = _DOUBLE.unpack(_BITS.pack(bits))[0]
    return value


def double_bits_of_float_bits(bits: int) -> int:
    """The representation as a double of a float's; NaNs keep their payload and stay quiet or signaling."""
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
    """A double: `1.500000e+00` where six digits give its value exactly, else `0x` and the bits."""
    if bits >> 52 & 0x7FF != 0x7FF:
        value = double_of_bits(bits)
        text = f"{value:.5e}"
        if float(text) == value:
            mantissa, _, exponent = text.partition("e")
            return f"{mantissa}0e{exponent}"
    return f"0x{bits:X}"


def floating_point_text(type_name: str, bits: int) -> str:
    """The constant of the floating-point type of that name with that representation."""
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
