"""Bounds of integers that follow from how they are computed: a small part of LLVM's known bits and value ranges."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Instruction
from pyllvm.ir.types import IntegerType
from pyllvm.ir.value import Value

_DEPTH: Final = 6


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
