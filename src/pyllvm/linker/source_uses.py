"""The uses in a source module: the orders that its bodies request, and the operands that what stays in it releases.

LLVM reads a body when it links it: its uses are then the newest. Bodies that were read before their turn, because the module was
upgraded, have older uses. The orders that the body's bitcode requests apply to values whose uses, by what has been read so far,
have the right number. After the move, use lists hold only uses in the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.editing.replacement import forget_constant
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.value import Use, User, Value, drop_all_operands


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


def release(source: Module) -> None:
    """Drop the bodies, initializers and constants that stay in the source after the move."""
    _drop_bodies(source)
    for function in source.functions:
        function.forget_missing_operands()
    drop_all_operands(dict.fromkeys(source.global_values))
    dead: dict[User, None] = {}
    for value in source.global_values:
        if value.has_uses:
            _add_dead_users(value, dead)
    drop_all_operands(dead)
    _take_apart(source)


def _take_apart(source: Module) -> None:
    """Let the module and its symbols forget each other: commands run without the garbage collector, which would free them."""
    for value in source.global_values:
        value.parent = None
        value.attachments = []
        if isinstance(value, Function):
            value._release_arguments()
    source.functions.clear()
    source.global_variables.clear()
    source.aliases.clear()
    source.ifuncs.clear()
    source.symbols.clear()


def _drop_bodies(source: Module) -> None:
    """Empty the remaining bodies. Each use list is filtered once, because some are long."""
    touched: dict[Value, None] = {}
    for function in source.functions:
        if not function.is_materialized:
            function._set_materializer(None)
            continue
        for block in function.blocks:
            block.parent = None
            for instruction in block.instructions:
                for operand in instruction.operands:
                    touched[operand] = None
                instruction.operands = []
    for value in touched:
        if value.known_pairs is not None:
            value.uses = [use for use in value.known_uses if isinstance(use.user, Function) or _is_true(use, value)]


def _is_true(use: Use, value: Value) -> bool:
    operands = use.user.operands
    return use.index < len(operands) and operands[use.index] is value


def _add_dead_users(value: GlobalValue, dead: dict[User, None]) -> None:
    """Forget the constants made of a symbol that is gone, and add them to `dead` (Constant::removeDeadConstantUsers)."""
    pending: list[Constant] = [value]
    while pending:
        used = pending.pop()
        uses = used.known_uses
        used.known_pairs = None
        for use in uses:
            user = use.user
            if not isinstance(user, Constant) or isinstance(user, GlobalValue) or user in dead:
                continue
            if use.index >= len(user.operands) or user.operands[use.index] is not used:
                continue
            forget_constant(user)
            dead[user] = None
            pending.append(user)
