"""Orders the uses of constants and symbols in bodies that were read before their turn, because the module was upgraded.

LLVM reads a body when it links it: its uses are then the newest. The orders that the body's bitcode requests apply to values
whose uses, by what has been read so far, have the right number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.module import Module
from pyllvm.ir.value import Use, Value


@final
class LateUseOrders:
    """The requested orders of one source module."""

    def __init__(self, source: Module, touch: Callable[[Value], None]) -> None:
        self._source: Final = source
        self._orders: Final = source._late_use_orders or {}
        # Called for a value that gets some of its uses twice; the newer of them counts.
        self._touch: Final = touch
        # The values with orders, and how many uses by bodies that have not been linked each of them has.
        self._unread: Final = {value: 0 for orders in self._orders.values() for value, _ in orders}
        unread = self._unread
        for function in source.functions:
            for instruction in function.instructions:
                for operand in instruction.operands:
                    if operand in unread:
                        unread[operand] += 1

    def apply(self, function: Function) -> None:
        """Let the body's uses be the newest, and apply the orders that it requests; it is about to leave the source."""
        unread = self._unread
        for block in function.blocks:
            for instruction in block.instructions:
                for index, operand in enumerate(instruction.operands):
                    if operand in unread:
                        unread[operand] -= 1
                        operand.add_use(instruction, index)
                        self._touch(operand)
        for value, order in self._orders.pop(function, ()):
            # A constant may have very many uses in the result. Then the order is not for it, and they are not looked at.
            if value.has_more_uses(len(order) + unread[value]):
                continue
            if value.has_repeated_uses:
                value.settle_uses()
            self._sort(value, order, function)

    def _sort(self, value: Value, order: list[int], function: Function) -> None:
        unread: list[Use] = []
        read: list[Use] = []
        for use in value.known_uses:
            user = use.user
            body = user.function if isinstance(user, Instruction) else None
            if body is not None and body is not function and body.parent is self._source:
                unread.append(use)
            else:
                read.append(use)
        if len(read) == len(order):
            newest_first = read[::-1]
            places = sorted(range(len(order)), key=lambda place: order[place])
            value.uses = unread + [newest_first[place] for place in reversed(places)]
