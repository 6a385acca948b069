"""Bounds of integers that follow from how they are computed: a small part of LLVM's known bits and value ranges."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Instruction
from pyllvm.ir.metadata import ValueAsMetadata
from pyllvm.ir.types import IntegerType
from pyllvm.ir.value import Value

_DEPTH: Final = 6
_RANGE: Final = "range"


def signed_range(value: Value, place: Instruction) -> tuple[int, int]:
    """The least and the greatest value, as signed numbers, that an integer can have at a place."""
    type = value.type
    assert isinstance(type, IntegerType)
    low, high = _unsigned_range(value, 0)
    half = 1 << (type.width - 1)
    if high < half:
        return low, high
    if low >= half:
        return low - 2 * half, high - 2 * half
    return -half, half - 1


def _unsigned_range(value: Value, depth: int) -> tuple[int, int]:
    type = value.type
    width = type.width if isinstance(type, IntegerType) else 64
    everything = (0, (1 << width) - 1)
    if isinstance(value, ConstantInt):
        return value.unsigned, value.unsigned
    if depth >= _DEPTH or not isinstance(value, Instruction):
        return everything
    name = value.opcode_name
    operands = value.operands
    if name == "zext":
        return _unsigned_range(operands[0], depth + 1)
    if name in ("trunc", "sext"):
        low, high = _unsigned_range(operands[0], depth + 1)
        inner = operands[0].type
        assert isinstance(inner, IntegerType)
        fits = high < 1 << (width if name == "trunc" else inner.width - 1)
        return (low, high) if fits else everything
    if name in ("add", "sub", "mul", "or", "xor", "shl"):
        return _of_two(name, _unsigned_range(operands[0], depth + 1), _unsigned_range(operands[1], depth + 1), everything)
    if name in ("load", "call", "invoke"):
        return _range_of_metadata(value, everything)
    if name == "and":
        return 0, min(_unsigned_range(operands[0], depth + 1)[1], _unsigned_range(operands[1], depth + 1)[1])
    if name == "urem" and isinstance(operands[1], ConstantInt) and operands[1].unsigned:
        return 0, min(operands[1].unsigned - 1, _unsigned_range(operands[0], depth + 1)[1])
    if name == "udiv" and isinstance(operands[1], ConstantInt) and operands[1].unsigned:
        low, high = _unsigned_range(operands[0], depth + 1)
        return low // operands[1].unsigned, high // operands[1].unsigned
    if name == "lshr" and isinstance(operands[1], ConstantInt) and operands[1].unsigned < width:
        low, high = _unsigned_range(operands[0], depth + 1)
        return low >> operands[1].unsigned, high >> operands[1].unsigned
    if name in ("select", "phi"):
        ranges = [_unsigned_range(one, depth + 1) for one in operands[name == "select" :] if one is not value]
        if ranges:
            return min(low for low, _ in ranges), max(high for _, high in ranges)
    return everything


def _of_two(name: str, left: tuple[int, int], right: tuple[int, int], everything: tuple[int, int]) -> tuple[int, int]:
    """The range of a sum, difference or product, of bits that are joined or exchanged, or of a shift to the left."""
    if name in ("or", "xor"):
        # Bits above the highest one in which the bounds differ are known.
        open_left = (1 << (left[0] ^ left[1]).bit_length()) - 1
        open_right = (1 << (right[0] ^ right[1]).bit_length()) - 1
        if name == "or":
            ones = left[0] & ~open_left | right[0] & ~open_right
            return max(left[0], right[0], ones), left[1] | open_left | right[1] | open_right
        both = open_left | open_right
        low = (left[0] ^ right[0]) & ~both
        return low, low | both
    if name == "add":
        low, high = left[0] + right[0], left[1] + right[1]
    elif name == "mul":
        low, high = left[0] * right[0], left[1] * right[1]
    elif name == "sub":
        low, high = left[0] - right[1], left[1] - right[0]
    elif right[1] < everything[1].bit_length():
        low, high = left[0] << right[0], left[1] << right[1]
    else:
        return everything
    return (low, high) if low >= 0 and high <= everything[1] else everything


def _range_of_metadata(value: Instruction, everything: tuple[int, int]) -> tuple[int, int]:
    """The range that `!range` gives, around all of its intervals. A range that wraps around is not followed."""
    for attachment in value.attachments or ():
        if attachment.kind == _RANGE:
            bounds: list[int] = []
            for operand in attachment.node.operands:
                bound = operand.value if isinstance(operand, ValueAsMetadata) else None
                if not isinstance(bound, ConstantInt):
                    return everything
                bounds.append(bound.unsigned)
            low, high = min(bounds[::2], default=0), max(bounds[1::2], default=0) - 1
            wraps = any(bounds[at] >= bounds[at + 1] for at in range(0, len(bounds) - 1, 2))
            return everything if wraps or not bounds else (low, high)
    return everything
