"""Integers in records and in text.

In records they have 64 bits, signed ones with the sign in the lowest bit, and there are sizes as integers. In text, integers of
any size are decimal digits: `str` and `int` refuse more than 4300 digits, and take quadratic time.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MAX_64: Final = 0xFFFFFFFFFFFFFFFF
# The last integer that compiled code computes with as a machine word.
_LAST_NATIVE: Final = (1 << 62) - 1

#: First version in which sizes and offsets are metadata.
METADATA_EXTENTS_SINCE: Final = 21
# Below this many bits, or digits, Python converts fast, and without a limit.
_FEW_BITS: Final = 14_000
_FEW_DIGITS: Final = 4_000
_PIECE_DIGITS: Final = 2_000
_PIECE_BYTES: Final = 256
# So many digits fit in 64 bits.
_NATIVE_DIGITS: Final = 18
_DIGIT_ZERO: Final = 48


def low_64_bits(value: int) -> int:
    """The lowest 64 bits of a value. Few values have more than 62 bits, and only these need big integers."""
    return value if 0 <= value <= _LAST_NATIVE else value & MAX_64


def unrotated(operand: int) -> int:
    """The integer of a signed VBR operand, which has the sign in its lowest bit."""
    if operand & 1:
        if operand == 1:
            return -0x8000000000000000
        return -(operand >> 1)
    return operand >> 1


def rotated(value: int) -> int:
    """The operand of a signed 64-bit integer, with the sign in the lowest bit (signed VBR)."""
    if value >= 0:
        return low_64_bits(value << 1)
    return ((-value << 1) | 1) & MAX_64


def decimal_text(number: int) -> str:
    """The decimal digits of an integer, with a minus sign before them where it is negative."""
    if -0x40000000 < number < 0x40000000 or number.bit_length() <= _FEW_BITS:
        return str(number)
    return "-" + _long_text(-number) if number < 0 else _long_text(number)


def _long_text(number: int) -> str:
    """The decimal digits of a positive integer of thousands of bits, or millions: decimals are multiplied fast."""
    # Imported only here: few modules have such numbers, and it takes long to import.
    from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext

    data = number.to_bytes((number.bit_length() + 7) // 8, "little")
    with localcontext(Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])):
        numbers = [Decimal(int.from_bytes(data[at : at + _PIECE_BYTES], "little")) for at in range(0, len(data), _PIECE_BYTES)]
        scale = Decimal(1 << 8 * _PIECE_BYTES)
        while len(numbers) > 1:
            numbers = [numbers[i] + (numbers[i + 1] * scale if i + 1 < len(numbers) else 0) for i in range(0, len(numbers), 2)]
            scale *= scale
        return str(numbers[0])


def number_of_digits(text: bytes) -> int:
    """The integer that decimal digits without a sign spell: fast for the few of an index."""
    size: i64 = len(text)
    if size > _NATIVE_DIGITS:
        return integer_of_decimal(text)
    number: i64 = 0
    at: i64 = 0
    while at < size:
        number = number * 10 + (text[at] - _DIGIT_ZERO)
        at += 1
    return number


def integer_of_decimal(text: bytes) -> int:
    """The integer that decimal digits spell, with a minus sign before them where it is negative."""
    if len(text) <= _FEW_DIGITS:
        return int(text)
    is_negative = text.startswith(b"-")
    digits = text[1:] if is_negative else text
    step = _PIECE_DIGITS
    numbers = [int(digits[max(0, end - step) : end]) for end in range(len(digits), 0, -step)]
    scale: int = 10**step
    while len(numbers) > 1:
        numbers = [numbers[i] + (numbers[i + 1] * scale if i + 1 < len(numbers) else 0) for i in range(0, len(numbers), 2)]
        scale *= scale
    return -numbers[0] if is_negative else numbers[0]
