"""The literals of floating-point types: what a representation is exactly, and which one is nearest to a decimal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.ir.folding.soft_float import DOUBLE_MASK, FINITE, FORMATS, INFINITE, PPC, convert, decode, encode, negate, ratio
from pyllvm.ir.types import FLOATING_POINT_BITS
from pyllvm.schema.integers import integer_of_decimal

if TYPE_CHECKING:
    from fractions import Fraction

_X86: Final = "x86_fp80"
# PowerPC's pair of doubles is read and printed as one number of this precision.
_PPC_PRECISION: Final = 106
_PPC_LOWEST: Final = -1074
_PPC_BITS_OF_INFINITY: Final = 1024
#: LLVM takes a larger exponent for this one, however many digits come before it.
MOST_DECIMAL_EXPONENT: Final = 24_000
#: No number halfway between two of a type has more digits (fp128 has 11,564 at most), so the others only decide such a tie.
_MOST_DIGITS: Final = 12_000


def normalized(type_name: str, bits: int) -> int:
    """The representation in which LLVM keeps the number: x86_fp80 has numbers with several, and some that are not valid."""
    if type_name != _X86:
        return bits
    exponent = bits >> 64 & 0x7FFF
    leads = bits >> 63 & 1
    if exponent == 0 and leads:
        return bits | 1 << 64
    if exponent and not leads:
        return bits | 0x7FFF << 64
    return bits


def is_negative(type_name: str, bits: int) -> bool:
    """Whether the sign is set; in ppc_fp128 the sign of the first double."""
    return bool(bits >> (64 if type_name == PPC else FLOATING_POINT_BITS[type_name]) - 1 & 1)


def _parts(type_name: str, bits: int) -> tuple[int, int, int]:
    """The bits of the fraction without the leading one, their number, and the exponent less the one for NaNs (0 for those)."""
    exponent_bits, fraction_bits, has_leading = FORMATS[type_name]
    stored = fraction_bits + 1 if has_leading else fraction_bits
    top = (1 << exponent_bits) - 1
    return bits & (1 << fraction_bits) - 1, fraction_bits, (bits >> stored & top) - top


def is_infinite(type_name: str, bits: int) -> bool:
    """Whether it is an infinity."""
    if type_name == PPC:
        return bits >> 64 == 0 and is_infinite("double", bits)
    fraction, fraction_bits, exponent = _parts(type_name, bits)
    return exponent == 0 and fraction == 0 and (type_name != _X86 or bits >> fraction_bits & 1 != 0)


def nan_payload(type_name: str, bits: int) -> tuple[bool, int] | None:
    """For a NaN whether it is quiet, and its payload without the bit for that; None for other numbers."""
    if type_name == PPC:
        return nan_payload("double", bits & DOUBLE_MASK) if bits >> 64 == 0 else None
    fraction, fraction_bits, exponent = _parts(type_name, bits)
    if exponent or is_infinite(type_name, bits):
        return None
    quiet = 1 << (fraction_bits - 1)
    return fraction & quiet != 0, fraction & (quiet - 1)


def nan_bits(type_name: str, is_quiet: bool, payload: int, negative: bool) -> int:
    """The representation of a NaN; bits of the payload that the type has no room for are dropped. ppc_fp128 keeps none."""
    if type_name == PPC:
        return nan_bits("double", True, 0, negative)
    exponent_bits, fraction_bits, has_leading = FORMATS[type_name]
    quiet = 1 << (fraction_bits - 1)
    fraction = payload & (quiet - 1)
    if is_quiet:
        fraction |= quiet
    elif not fraction:
        fraction = quiet >> 1
    if has_leading:
        fraction |= 1 << fraction_bits
        fraction_bits += 1
    sign = 1 << (exponent_bits + fraction_bits) if negative else 0
    return sign | (1 << exponent_bits) - 1 << fraction_bits | fraction


def infinity_bits(type_name: str, negative: bool) -> int:
    """The representation of an infinity."""
    return encode("double" if type_name == PPC else type_name, (INFINITE, int(negative), ratio(0)))


def exact_value(type_name: str, bits: int) -> Fraction | None:
    """The value of a number; None for infinities and NaNs.

    The value of a ppc_fp128 is rounded to 106 bits; if its first double is zero, the second does not count.
    """
    if type_name != PPC:
        kind, sign, magnitude = decode(type_name, bits)
        return (-magnitude if sign else magnitude) if kind == FINITE else None
    first = exact_value("double", bits & DOUBLE_MASK)
    if not first:
        return first
    second = exact_value("double", bits >> 64)
    return None if second is None else _of_precision(first + second)


def _of_precision(value: Fraction) -> Fraction:
    """The value rounded to the precision of two doubles, to even."""
    if not value:
        return value
    exponent = abs(value.numerator).bit_length() - value.denominator.bit_length()
    if ratio(2) ** exponent > abs(value):
        exponent -= 1
    unit = ratio(2) ** max(exponent - _PPC_PRECISION + 1, _PPC_LOWEST)
    return round(value / unit) * unit


def nearest_bits(type_name: str, text: str) -> int:
    """The representation that is nearest to a decimal, to even; an infinity if the decimal is too large."""
    return nearest_bits_of(type_name, ratio_of_decimal(text), text.startswith("-"))


def nearest_bits_of(type_name: str, value: Fraction, negative: bool) -> int:
    """The representation that is nearest to a number, as `nearest_bits`; `negative` is the sign of a zero."""
    if type_name != PPC:
        return encode(type_name, (FINITE, int(negative), abs(value)))
    value = _of_precision(value)
    first = encode("double", (FINITE, int(negative), abs(value)))
    rounded = exact_value("double", first)
    if rounded is None:
        return first
    rest = value - rounded
    return first | (encode("double", (FINITE, int(rest < 0), abs(rest))) if rest else 0) << 64


def converted_bits(source: str, bits: int, target: str) -> int:
    """The representation in another type. Only the first double of a ppc_fp128 counts, even for a wider type."""
    if source == PPC:
        source, bits = "double", bits & DOUBLE_MASK
    number = decode(source, bits)
    kind, sign, magnitude = number
    if target == PPC:
        if kind == FINITE:
            return nearest_bits_of(PPC, -magnitude if sign else magnitude, bool(sign))
        target = "double"
    return encode(target, convert(number, source, target))


def to_integer(type_name: str, bits: int, width: int, is_signed: bool) -> int | None:
    """The number rounded towards zero; None if no integer of that width can hold it."""
    number = exact_value(type_name, bits)
    if number is None or (type_name == PPC and abs(number) >= 1 << _PPC_BITS_OF_INFINITY):
        return None
    value = int(number)
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)
    return value if low <= value <= high else None


def from_integer(type_name: str, value: int) -> int:
    """The representation nearest to an integer."""
    return nearest_bits_of(type_name, ratio(value), value < 0)


def pair_of_integer(integer: int) -> int:
    """The ppc_fp128 of an integer: the nearest double, and the double nearest to the rest. Both are negated below zero."""
    first = from_integer("double", abs(integer))
    nearest = exact_value("double", first)
    rest = 0 if nearest is None else abs(integer) - int(nearest)
    bits = from_integer("double", rest) << 64 | first
    return negate(PPC, bits) if integer < 0 else bits


def ratio_of_decimal(text: str) -> Fraction:
    """The value of `-1.5e+03`: exact, except for digits after the first `_MOST_DIGITS`, which count as one digit.

    An exponent beyond `MOST_DECIMAL_EXPONENT` counts as that one.
    """
    mantissa, _, exponent = text.lower().lstrip("+-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    written = exponent.lstrip("+-").lstrip("0") or "0"
    power = min(int(written), MOST_DECIMAL_EXPONENT) if len(written) <= 5 else MOST_DECIMAL_EXPONENT
    power = (-power if exponent.startswith("-") else power) - len(fraction)
    digits = (whole + fraction).lstrip("0") or "0"
    rest = digits[_MOST_DIGITS:]
    if rest:
        digits = digits[:_MOST_DIGITS] + ("1" if rest.strip("0") else "0")
        power += len(rest) - 1
    number = integer_of_decimal(digits.encode())
    return ratio(-number if text.startswith("-") else number) * ratio(10) ** power
