"""Floating-point arithmetic on representations, in every IEEE format of the language, rounded to nearest even.

A number is (kind, sign, magnitude). The magnitude is an exact fraction for finite numbers, the payload for a NaN. PowerPC's
double-double is not an IEEE format: it is only negated and compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from pyllvm.tables.predicates import FCMP_EQUAL, FCMP_GREATER, FCMP_LESS, FCMP_UNORDERED

if TYPE_CHECKING:
    from fractions import Fraction

FINITE: Final = 0
INFINITE: Final = 1
NAN: Final = 2

PPC: Final = "ppc_fp128"
DOUBLE_MASK: Final = (1 << 64) - 1

# name: (bits of the exponent, bits of the fraction, whether the leading bit is stored)
FORMATS: Final[dict[str, tuple[int, int, bool]]] = {
    "half": (5, 10, False),
    "bfloat": (8, 7, False),
    "float": (8, 23, False),
    "double": (11, 52, False),
    "x86_fp80": (15, 63, True),
    "fp128": (15, 112, False),
}

Number: TypeAlias = "tuple[int, int, Fraction]"


def ratio(numerator: int, denominator: int = 1) -> Fraction:
    """The exact quotient. `fractions` is imported here because few modules fold floating point."""
    from fractions import Fraction

    return Fraction(numerator, denominator)


def decode(format: str, bits: int) -> Number:
    """The number that `bits` represents; the payload of a NaN includes its quiet bit."""
    exponent_bits, fraction_bits, has_leading = FORMATS[format]
    stored = fraction_bits + 1 if has_leading else fraction_bits
    significand = bits & ((1 << stored) - 1)
    exponent = bits >> stored & ((1 << exponent_bits) - 1)
    sign = bits >> (stored + exponent_bits) & 1
    bias = (1 << (exponent_bits - 1)) - 1
    fraction = significand & ((1 << fraction_bits) - 1)
    if exponent == (1 << exponent_bits) - 1:
        return (NAN, sign, ratio(fraction)) if fraction else (INFINITE, sign, ratio(0))
    if not has_leading and exponent:
        significand |= 1 << fraction_bits
    return FINITE, sign, ratio(significand) * ratio(2) ** (max(exponent, 1) - bias - fraction_bits)


def encode(format: str, number: Number) -> int:
    """The representation nearest to `number`; a number that is too large becomes infinity."""
    exponent_bits, fraction_bits, has_leading = FORMATS[format]
    stored = fraction_bits + 1 if has_leading else fraction_bits
    kind, sign, magnitude = number
    top = sign << (stored + exponent_bits)
    full = ((1 << exponent_bits) - 1) << stored
    if has_leading:
        full |= 1 << fraction_bits
    if kind == NAN:
        return top | full | int(magnitude)
    if kind == INFINITE:
        return top | full
    if magnitude == 0:
        return top
    bias = (1 << (exponent_bits - 1)) - 1
    exponent = _floor_log2(magnitude)
    lowest = max(exponent, 1 - bias) - fraction_bits
    significand = _round_to_even(magnitude / ratio(2) ** lowest)
    if significand >> (fraction_bits + 1):
        significand >>= 1
        lowest += 1
    if not significand >> fraction_bits:
        return top | significand
    biased = lowest + fraction_bits + bias
    if biased >= (1 << exponent_bits) - 1:
        return top | full
    if not has_leading:
        significand &= (1 << fraction_bits) - 1
    return top | biased << stored | significand


def _floor_log2(value: Fraction) -> int:
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    return exponent - 1 if ratio(2) ** exponent > value else exponent


def _round_to_even(value: Fraction) -> int:
    whole, rest = divmod(value.numerator, value.denominator)
    twice = 2 * rest
    if twice > value.denominator or (twice == value.denominator and whole & 1):
        whole += 1
    return whole


def quiet_nan(format: str) -> Number:
    """The NaN that an invalid operation returns."""
    return NAN, 0, ratio(1 << (FORMATS[format][1] - 1))


def quieted(format: str, number: Number) -> Number:
    """A NaN with its quiet bit set."""
    return NAN, number[1], ratio(int(number[2]) | 1 << (FORMATS[format][1] - 1))


def convert(number: Number, source: str, target: str) -> Number:
    """The number in another format: a NaN's payload keeps its highest bits."""
    if number[0] != NAN:
        return number
    shift = FORMATS[target][1] - FORMATS[source][1]
    payload = int(number[2])
    payload = payload << shift if shift >= 0 else payload >> -shift
    return quieted(target, (NAN, number[1], ratio(payload)))


def negate(format: str, bits: int) -> int:
    """The representation with the opposite sign."""
    if format == PPC:
        return bits ^ (1 << 127 | 1 << 63)
    exponent_bits, fraction_bits, has_leading = FORMATS[format]
    return bits ^ 1 << (fraction_bits + has_leading + exponent_bits)


def _signed(number: Number) -> Fraction:
    return -number[2] if number[1] else number[2]


def _finite(value: Fraction, zero_sign: int) -> Number:
    if value == 0:
        return FINITE, zero_sign, ratio(0)
    return FINITE, int(value < 0), abs(value)


def calculate(format: str, operation: str, left_bits: int, right_bits: int) -> int:
    """The result of `fadd`, `fsub`, `fmul`, `fdiv` or `frem` on two representations."""
    left, right = decode(format, left_bits), decode(format, right_bits)
    return encode(format, _result(format, operation, left, right))


def _result(format: str, operation: str, left: Number, right: Number) -> Number:
    if left[0] == NAN:
        return quieted(format, left)
    if right[0] == NAN:
        return quieted(format, right)
    if operation == "fsub":
        right = (right[0], 1 - right[1], right[2])
        operation = "fadd"
    sign = left[1] ^ right[1]
    if operation == "fadd":
        if left[0] == INFINITE or right[0] == INFINITE:
            if left[0] == right[0] and left[1] != right[1]:
                return quiet_nan(format)
            return left if left[0] == INFINITE else right
        return _finite(_signed(left) + _signed(right), left[1] & right[1])
    if operation == "fmul":
        if left[0] == INFINITE or right[0] == INFINITE:
            if (left[0] == FINITE and left[2] == 0) or (right[0] == FINITE and right[2] == 0):
                return quiet_nan(format)
            return INFINITE, sign, ratio(0)
        return FINITE, sign, left[2] * right[2]
    if operation == "fdiv":
        if left[0] == INFINITE:
            return quiet_nan(format) if right[0] == INFINITE else (INFINITE, sign, ratio(0))
        if right[0] == INFINITE:
            return FINITE, sign, ratio(0)
        if right[2] == 0:
            return quiet_nan(format) if left[2] == 0 else (INFINITE, sign, ratio(0))
        return FINITE, sign, left[2] / right[2]
    if left[0] == INFINITE or (right[0] == FINITE and right[2] == 0):
        return quiet_nan(format)
    return left if right[0] == INFINITE else (FINITE, left[1], left[2] % right[2])


def compare(format: str, predicate: int, left_bits: int, right_bits: int) -> bool:
    """The result of `fcmp`."""
    if format == PPC:
        are_first_equal = compare("double", FCMP_EQUAL, left_bits & DOUBLE_MASK, right_bits & DOUBLE_MASK)
        shift = 64 if are_first_equal else 0
        return compare("double", predicate, left_bits >> shift & DOUBLE_MASK, right_bits >> shift & DOUBLE_MASK)
    left, right = decode(format, left_bits), decode(format, right_bits)
    if left[0] == NAN or right[0] == NAN:
        return bool(predicate & FCMP_UNORDERED)
    first, second = _order(left), _order(right)
    if first == second:
        return bool(predicate & FCMP_EQUAL)
    return bool(predicate & (FCMP_GREATER if first > second else FCMP_LESS))


def _order(number: Number) -> tuple[int, Fraction]:
    if number[0] == INFINITE:
        return (-1 if number[1] else 1), ratio(0)
    return 0, _signed(number)
