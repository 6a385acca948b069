"""The bounds of the result of an operation on integers, from the bounds of its operands: a part of LLVM's ConstantRange.

    %a = and i8 %x, 7
    %b = call i8 @llvm.smin.i8(i8 %a, i8 %y)

`%a` is from 0 to 7, and `%b` from -128 to 7. An operation has the name of its opcode, or of the intrinsic, such as `sadd.sat`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pyllvm.notation import Final
from pyllvm.tables.opcodes import ADD, AND, ASHR, LSHR, MUL, OR, SDIV, SHL, SREM, SUB, UDIV, UREM, XOR

#: The least and the greatest number.
Bounds: TypeAlias = tuple[int, int]

_Operation: TypeAlias = "Callable[[int, int], int]"

# Operations that grow, or fall, with each operand: their bounds are results for bounds of the operands.
_BOTH: Final[dict[str, _Operation]] = {
    ADD.name: lambda left, right: left + right,
    SUB.name: lambda left, right: left - right,
    MUL.name: lambda left, right: left * right,
}
_SIGNED: Final[dict[str, _Operation]] = {**_BOTH, "smin": min, "smax": max, ASHR.name: lambda left, amount: left >> amount}
_UNSIGNED: Final[dict[str, _Operation]] = {
    **_BOTH,
    "umin": min,
    "umax": max,
    SHL.name: lambda left, amount: left << amount,
    LSHR.name: lambda left, amount: left >> amount,
}
_SATURATING: Final = ("sadd.sat", "ssub.sat", "uadd.sat", "usub.sat")

SIGNED_OPERATIONS: Final = frozenset((*_SIGNED, "sadd.sat", "ssub.sat", SDIV.name, SREM.name))
UNSIGNED_OPERATIONS: Final = frozenset((*_UNSIGNED, "uadd.sat", "usub.sat", UDIV.name, UREM.name, AND.name, OR.name, XOR.name))


def signed_result(name: str, left: Bounds, right: Bounds, width: int) -> Bounds | None:
    """The signed bounds of one of the `SIGNED_OPERATIONS`, from signed bounds; None if it can be any number.

    The amount of a shift is an unsigned number.
    """
    half = 1 << (width - 1)
    if name == SREM.name:
        return _signed_remainder(left, right)
    if name == SDIV.name:
        return _signed_quotient(left, right, half)
    if name in _SATURATING:
        low, high = _corners(_BOTH[name[1:4]], left, right)
        return min(max(low, -half), half - 1), min(max(high, -half), half - 1)
    if name == ASHR.name:
        right = min(right[0], width - 1), min(right[1], width - 1)
    low, high = _corners(_SIGNED[name], left, right)
    return (low, high) if -half <= low and high < half else None


def unsigned_result(name: str, left: Bounds, right: Bounds, width: int) -> Bounds | None:
    """The unsigned bounds of one of the `UNSIGNED_OPERATIONS`, from unsigned bounds; None if it can be any number."""
    size = 1 << width
    if name in (AND.name, OR.name, XOR.name):
        return _joined_bits(name, left, right)
    if name == UREM.name:
        return left if left[1] < right[0] else (0, min(left[1], right[1] - 1)) if right[1] else None
    if name == UDIV.name:
        return (left[0] // right[1], left[1] // max(right[0], 1)) if right[1] else None
    if name in _SATURATING:
        low, high = _corners(_BOTH[name[1:4]], left, right)
        return min(max(low, 0), size - 1), min(max(high, 0), size - 1)
    if name == SHL.name and right[1] >= width:
        return None
    low, high = _corners(_UNSIGNED[name], left, right)
    if name in (ADD.name, SUB.name) and low // size == high // size:
        # All of them wrap around, or none.
        return low % size, high % size
    return (low, high) if low >= 0 and high < size else None


def counted(name: str, bounds: Bounds, width: int) -> Bounds:
    """The bounds of the number of bits that `ctlz`, `cttz` or `ctpop` counts in numbers with these unsigned bounds."""
    low, high = bounds
    if name == "ctlz":
        return width - high.bit_length(), width - low.bit_length()
    open_width = (low ^ high).bit_length()
    below = (1 << open_width) - 1
    if name == "cttz":
        zeros = trailing_zeros(low, width)
        return (zeros, zeros) if not open_width else (0, max(open_width - 1, zeros))
    ones = (low & ~below).bit_count()
    return ones + (low & below != 0), ones + open_width - (high & below != below)


def trailing_zeros(number: int, width: int) -> int:
    """How many of the lowest bits are zeros, of so many bits."""
    return (number & -number).bit_length() - 1 if number else width


def as_signed(bounds: Bounds, width: int) -> Bounds:
    """Unsigned bounds as signed ones, which all numbers have if some of these have the highest bit and others do not."""
    low, high = bounds
    half = 1 << (width - 1)
    if low < half <= high:
        return -half, half - 1
    return bounds if high < half else (low - 2 * half, high - 2 * half)


def _corners(operation: _Operation, left: Bounds, right: Bounds) -> Bounds:
    found = [operation(one, other) for one in left for other in right]
    return min(found), max(found)


def _open_bits(bounds: Bounds) -> int:
    """The bits that are not known of a number with these unsigned bounds: the highest one in which they differ, and all below."""
    return (1 << (bounds[0] ^ bounds[1]).bit_length()) - 1


def _joined_bits(name: str, left: Bounds, right: Bounds) -> Bounds:
    open_left, open_right = _open_bits(left), _open_bits(right)
    if name == AND.name:
        low = (left[0] & ~open_left) & (right[0] & ~open_right)
        return low, min(left[1], right[1], (left[1] | open_left) & (right[1] | open_right))
    if name == OR.name:
        ones = left[0] & ~open_left | right[0] & ~open_right
        return max(left[0], right[0], ones), left[1] | open_left | right[1] | open_right
    both = open_left | open_right
    low = (left[0] ^ right[0]) & ~both
    return low, low | both


def _signed_remainder(left: Bounds, right: Bounds) -> Bounds | None:
    """It has the sign of the left number, and is nearer to 0 than both.

    For LLVM, a division by 1 may leave any negative number.
    """
    most = max(abs(right[0]), abs(right[1])) - 1
    least = 1 if right[0] <= 0 <= right[1] else min(abs(right[0]), abs(right[1]))
    if most < 0:
        return None
    if (left[0] >= 0 and left[1] < least) or (left[1] < 0 and -left[0] < least):
        return left
    low = min(left[0], 0)
    return max(low, -most) if most else low, min(max(left[1], 0), most)


def _signed_quotient(left: Bounds, right: Bounds, half: int) -> Bounds | None:
    """The division by 0 does not count, nor the division of the least number by -1."""
    found = [
        abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)
        for one in {*left, *([0] if left[0] < 0 < left[1] else [])}
        for other in {*right, *(number for number in (-1, 1) if right[0] <= number <= right[1])}
        if other
    ]
    if not found:
        return None
    return min(found), min(max(found), half - 1)
