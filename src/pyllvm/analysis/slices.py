"""Slices: the instructions that a value depends on, or that depend on it, by operands."""

from __future__ import annotations

from pyllvm.ir.function import Argument, Instruction
from pyllvm.ir.value import User, Value


def backward_slice(value: Value) -> list[Value]:
    """Return the instructions and arguments that a value is computed from, directly or through others, the nearest first.

    The value itself is not among them, unless it depends on itself by a phi. Only operands count: not memory, and not the
    branches that decide what is executed. The time is linear in the size of the result.
    """
    found: dict[Value, None] = {}
    waiting: list[Value] = [value]
    for one in waiting:
        if isinstance(one, User):
            for operand in one.operands:
                if isinstance(operand, (Instruction, Argument)) and operand not in found:
                    found[operand] = None
                    waiting.append(operand)
    return list(found)


def forward_slice(value: Value) -> list[Instruction]:
    """Return the instructions that are computed from a value, directly or through others, the nearest first.

    The value itself is not among them, unless it depends on itself by a phi. Uses through constant expressions count. Only
    operands count: not memory, and not the branches that decide what is executed. The time is linear in the uses that are met.
    """
    found: dict[Value, None] = {}
    waiting: list[Value] = [value]
    for one in waiting:
        for user in reversed(one.users):
            if user not in found:
                found[user] = None
                waiting.append(user)
    return [one for one in found if isinstance(one, Instruction)]
