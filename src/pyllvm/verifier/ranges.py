"""The rules for `!range`, `!absolute_symbol` and `!noalias.addrspace`: lists of ranges (verifyRangeLikeMetadata)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.metadata import MDNode, constant_int
from pyllvm.ir.types import IntegerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.metadata_versions import PAIR_TYPES_SINCE, SAME_LIMITS_SINCE, SCALAR_TYPES_SINCE
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import is_integer

RANGE: Final = 0
ABSOLUTE_SYMBOL: Final = 1
"""The only kind of range that may be the full range."""
NOALIAS_ADDRESS_SPACE: Final = 2

_RULES: Final = ("range", "absolute symbol", "address spaces")


def _overlaps(one: tuple[int, int], other: tuple[int, int], width: int) -> bool:
    """Whether two ranges of unsigned numbers overlap; each may wrap around."""
    mask = (1 << width) - 1
    return (other[0] - one[0]) & mask < (one[1] - one[0]) & mask or (one[0] - other[0]) & mask < (other[1] - other[0]) & mask


def check_ranges(state: State, shown: Value, node: MDNode, type: Type, kind: int) -> bool:
    """Check the ranges in a node; except for address spaces, their numbers must have the type `type`."""
    key = (_RULES[kind], node, type)
    if key in state.sound_lists:
        return True
    operands = node.references(state.version)
    if len(operands) % 2:
        return state.fail("Unfinished range!", node)
    if not operands:
        return state.fail("It should have at least one range!", node)
    ranges: list[tuple[int, int]] = []
    width = 0
    last_signed = 0
    for index in range(0, len(operands), 2):
        low = constant_int(operands[index])
        if low is None:
            return state.fail("The lower limit must be an integer!")
        high = constant_int(operands[index + 1])
        if high is None:
            return state.fail("The upper limit must be an integer!")
        if state.version >= PAIR_TYPES_SINCE and high.type is not low.type:
            return state.fail("Range pair types must match!", shown)
        if kind == NOALIAS_ADDRESS_SPACE:
            if not is_integer(high.type, 32):
                return state.fail("noalias.addrspace type must be i32!", shown)
        elif high.type is not low.type or high.type is not (type.scalar_type if state.version >= SCALAR_TYPES_SINCE else type):
            return state.fail("Range types must match instruction type!", shown)
        assert isinstance(low.type, IntegerType)
        width = low.type.width
        if low.value == high.value:
            if low.value != -1 and low.value != 0:
                if state.version >= SAME_LIMITS_SINCE:
                    return state.fail("The upper and lower limits cannot be the same value", shown)
            elif low.value == 0 or kind != ABSOLUTE_SYMBOL:
                return state.fail("Range must not be empty!", node)
        current = (low.unsigned, high.unsigned)
        if ranges:
            if _overlaps(current, ranges[-1], width):
                return state.fail("Intervals are overlapping", node)
            if low.value <= last_signed:
                return state.fail("Intervals are not in order", node)
            if current[1] == ranges[-1][0] or current[0] == ranges[-1][1]:
                return state.fail("Intervals are contiguous", node)
        last_signed = low.value
        ranges.append(current)
    if len(ranges) > 2:
        if _overlaps(ranges[0], ranges[-1], width):
            return state.fail("Intervals are overlapping", node)
        if ranges[0][1] == ranges[-1][0] or ranges[0][0] == ranges[-1][1]:
            return state.fail("Intervals are contiguous", node)
    state.sound_lists.add(key)
    return True
