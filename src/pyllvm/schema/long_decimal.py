"""Very long integers as decimal digits. The decimal module, which is slow to import, multiplies them fast."""

from __future__ import annotations

from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from typing import Final

# The number of bits that are converted at once.
_PIECE_BITS: Final = 2_048


def long_decimal_text(number: int) -> str:
    """The decimal digits of a positive integer of thousands of bits, or millions."""
    with localcontext(Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])):
        return str(_decimal(number, number.bit_length(), {}))


def _decimal(number: int, bits: int, powers: dict[int, Decimal]) -> Decimal:
    """Convert a number of at most `bits` bits, in halves; `powers` caches the powers of two that join the halves."""
    if bits <= _PIECE_BITS:
        return Decimal(number)
    low_bits = bits >> 1
    high = number >> low_bits
    low = number - (high << low_bits)
    return _decimal(low, low_bits, powers) + _decimal(high, bits - low_bits, powers) * _power_of_two(low_bits, powers)


def _power_of_two(exponent: int, powers: dict[int, Decimal]) -> Decimal:
    found = powers.get(exponent)
    if found is None:
        if exponent <= _PIECE_BITS:
            found = Decimal(1 << exponent)
        else:
            half = exponent >> 1
            found = _power_of_two(half, powers) * _power_of_two(exponent - half, powers)
        powers[exponent] = found
    return found
