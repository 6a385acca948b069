"""Use-list orders: permutations that restore the order of a value's uses after reading."""

from __future__ import annotations

from typing import final

from pyllvm.ir.value import Value


@final
class UseListOrder:
    """`uselistorder T %v, { indexes... }`; for the addresses of a block, `uselistorder_bb`."""

    __slots__ = ("indexes", "value")

    def __init__(self, value: Value, indexes: list[int]) -> None:
        self.value = value
        self.indexes = indexes
