"""The integers in records: 64 bits, signed ones with the sign in the lowest bit, and sizes as integers."""

from typing import Final

MAX_64: Final = 0xFFFFFFFFFFFFFFFF
# The last integer that compiled code computes with as a machine word.
_LAST_NATIVE: Final = (1 << 62) - 1

#: First version in which sizes and offsets are metadata.
METADATA_EXTENTS_SINCE: Final = 21


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
