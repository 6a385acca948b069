"""Integer and floating-point literals: converts their text to bits of a type."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_f64_le
from mypy_extensions import i64

from pyllvm.ir.folding import float_literals
from pyllvm.ir.folding.soft_float import PPC, ratio
from pyllvm.ir.types import FLOATING_POINT_BITS
from pyllvm.schema.integers import integer_of_decimal, number_of_digits

# exponent bits, fraction bits
_FORMATS: Final[dict[str, tuple[int, int]]] = {"half": (5, 10), "bfloat": (8, 7), "float": (8, 23), "double": (11, 52)}
_DIGIT_ZERO: Final = 48
_DIGIT_NINE: Final = 57
_MINUS: Final = 45
_MAGNITUDE: Final = (1 << 63) - 1
_HEXADECIMAL: Final = "0123456789abcdefABCDEF"
_OVERFLOW: Final = "floating-point constant overflowed type"
_UNDERFLOW: Final = "floating-point constant underflowed type"
# LLVM takes a larger exponent of two for this one.
_MOST_BINARY_EXPONENT: Final = 32_767
_LETTER_TYPES: Final[dict[str, str]] = {"H": "half", "R": "bfloat", "K": "x86_fp80", "L": "fp128", "M": "ppc_fp128"}


def integer_value(text: bytes) -> int:
    """The value of an integer literal: decimal, or `u0x`, `s0x` hexadecimal (`s0x` is always negative, or zero)."""
    first = text[0]
    if first == 117 or first == 115:  # u, s
        value = int(text[3:], 16)
        if first == 115 and value:
            # LLVM keeps as many bits as the value has, so that the top bit is always set and is the sign.
            value -= 1 << value.bit_length()
        return value
    return integer_of_decimal(text) if first == _MINUS else number_of_digits(text)


def unsigned_value(text: bytes) -> int:
    """The value of an integer literal that LLVM takes for unsigned: decimal without a minus, or `u0x`. -1 if it is signed."""
    size: i64 = len(text)
    at: i64 = 0
    while at < size and _DIGIT_ZERO <= text[at] <= _DIGIT_NINE:
        at += 1
    if size and at == size:
        return number_of_digits(text)
    return int(text[3:], 16) if text.startswith(b"u") else -1


def float_literal(text: bytes) -> tuple[str, int]:
    """The type that the form of a literal implies, and its bits; "double" means every type to which a double converts."""
    word = text.decode()
    if word.startswith("0x"):
        letter = word[2]
        if letter in _LETTER_TYPES:
            digits = word[3:]
            name = _LETTER_TYPES[letter]
            if letter == "K":
                # The first four digits are sign and exponent, the others the significand. More than 20 digits do not count.
                return name, int(digits[:4], 16) << 64 | (int(digits[4:20], 16) if len(digits) > 4 else 0)
            if letter in "LM":
                # The first sixteen digits are the low half. More than 32 do not count.
                if len(digits) < 16:
                    return name, int(digits, 16) << 64
                return name, int(digits[:16], 16) | (int(digits[16:32], 16) << 64 if len(digits) > 16 else 0)
            return name, hexadecimal_value(digits) & 0xFFFF
        return "double", int(word[2:], 16) if len(word) <= 18 else hexadecimal_value(word[2:])
    if len(word) > float_literals.MOST_DECIMAL_EXPONENT:  # so many digits that the bound of the exponent matters
        return "double", float_literals.nearest_bits("double", word)
    value: float = float(word)
    packed = BytesWriter()
    write_f64_le(packed, value)
    return "double", int.from_bytes(packed.getvalue(), "little")


def hexadecimal_value(digits: str) -> int:
    """The value that LLVM's lexer takes: 64 bits, but 0 if a digit makes those smaller than they were."""
    value = 0
    for digit in digits:
        longer = (value << 4 | int(digit, 16)) & 0xFFFF_FFFF_FFFF_FFFF
        if longer < value:
            return 0
        value = longer
    return value


def is_uniform_literal(text: bytes) -> bool:
    """Whether a literal is of a form that only LLVM 23 has and older lexers read as well: `f0x3F80`, `+inf`, `-nan(0x1)`."""
    return text.startswith(b"f0x") or (text[0] in b"+-" and not chr(text[1]).isdigit())


def uniform_literal(text: bytes, type_name: str) -> tuple[int, str]:
    """The bits of a literal that LLVM 23 reads in the same way for all types, and LLVM's message ("" if there is none).

    `type_name` is "" for a type that is not a floating-point type. For other literals the bits are -1.
    """
    word = text.decode()
    if word.startswith("f0x"):
        if not type_name or 4 * (len(word) - 3) != FLOATING_POINT_BITS[type_name]:
            return 0, "float hex literal has incorrect number of bits"
        return int(word[3:], 16), ""
    if "." in word and "x" in word:
        return _hexadecimal_fraction(word, type_name)
    if word.startswith("0x"):
        if word[2] not in _LETTER_TYPES:
            return -1, ""
        name, bits = float_literal(text)
        if not type_name or FLOATING_POINT_BITS[name] != FLOATING_POINT_BITS[type_name]:
            return 0, "float hex literal has incorrect number of bits"
        return bits, ""
    if not type_name:
        return 0, "floating-point constant invalid for type"
    negative = word[0] == "-"
    name = word.lstrip("+-")
    if name == "inf":
        return float_literals.infinity_bits(type_name, negative), ""
    if name == "qnan":
        return float_literals.nan_bits(type_name, True, 0, negative), ""
    if name.startswith(("nan(", "snan(")):
        payload = name.partition("(0x")[2][:-1]
        if not payload or payload.strip(_HEXADECIMAL):
            return 0, ""  # LLVM takes it for 0
        return float_literals.nan_bits(type_name, name[0] == "n", int(payload, 16), negative), ""
    if FLOATING_POINT_BITS[type_name] <= 64:
        _, wide = float_literal(text)
        bits = narrowed(wide, type_name)
        if bits >= 0 and wide & _MAGNITUDE and bits != float_literals.infinity_bits(type_name, negative):
            return bits, ""
    bits = float_literals.nearest_bits(type_name, word)
    if bits == float_literals.infinity_bits(type_name, negative):
        return 0, _OVERFLOW
    if bits == float_literals.nearest_bits(type_name, "-0" if negative else "0") and float_literals.ratio_of_decimal(word):
        return 0, _UNDERFLOW
    return bits, ""


def _hexadecimal_fraction(word: str, type_name: str) -> tuple[int, str]:
    """The bits of `-0x1.8p3`, rounded to the nearest number of the type, and LLVM's message."""
    if not type_name:
        return 0, "floating-point constant invalid for type"
    negative = word[0] == "-"
    digits, _, exponent = word.lower().lstrip("+-").removeprefix("0x").partition("p")
    if not exponent.lstrip("+-"):
        # LLVM ignores this error and takes a number with other digits.
        return 0, "the exponent of a hexadecimal floating-point constant has no digits"
    whole, _, fraction = digits.partition(".")
    number = int(whole + fraction, 16)
    if not number:
        return float_literals.nearest_bits(type_name, "-0" if negative else "0"), ""
    written = exponent.lstrip("+-").lstrip("0") or "0"
    power = min(int(written), _MOST_BINARY_EXPONENT) if len(written) <= 5 else _MOST_BINARY_EXPONENT
    power = (-power if exponent[0] == "-" else power) - 4 * len(fraction)
    first = power + number.bit_length() - 1
    if first > _MOST_BINARY_EXPONENT:
        return 0, _OVERFLOW
    if first < -_MOST_BINARY_EXPONENT:
        return 0, _UNDERFLOW
    magnitude = ratio(number << power) if power >= 0 else ratio(number, 1 << -power)
    bits = float_literals.nearest_bits_of(type_name, -magnitude if negative else magnitude, negative)
    if bits == float_literals.infinity_bits(type_name, negative) and (type_name != PPC or number.bit_length() + power > 1024):
        return 0, _OVERFLOW
    if bits == float_literals.nearest_bits(type_name, "-0" if negative else "0"):
        return 0, _UNDERFLOW
    return bits, ""


def narrowed(bits: int, name: str) -> int:
    """The bits of a double converted to half, bfloat or float; -1 if that type cannot represent the value exactly."""
    if name == "double":
        return bits
    exponent_bits, fraction_bits = _FORMATS[name]
    sign = bits >> 63
    exponent = bits >> 52 & 0x7FF
    fraction = bits & ((1 << 52) - 1)
    shift = 52 - fraction_bits
    top = (1 << exponent_bits) - 1
    sign_bit = sign << (exponent_bits + fraction_bits)
    if exponent == 0x7FF:
        if fraction & ((1 << shift) - 1):
            return -1
        return sign_bit | top << fraction_bits | fraction >> shift
    if exponent == 0 and fraction == 0:
        return sign_bit
    if exponent == 0:
        return -1
    bias = (1 << (exponent_bits - 1)) - 1
    unbiased = exponent - 1023
    if unbiased > bias:
        return -1
    if unbiased >= 1 - bias:
        if fraction & ((1 << shift) - 1):
            return -1
        return sign_bit | (unbiased + bias) << fraction_bits | fraction >> shift
    # Subnormal in the narrow type.
    significand = fraction | 1 << 52
    shift += 1 - bias - unbiased
    if shift > 53 or significand & ((1 << shift) - 1):
        return -1
    return sign_bit | significand >> shift
