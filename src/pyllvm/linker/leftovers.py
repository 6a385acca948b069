"""Makes what stays in a source module release its operands, so that use lists hold only uses in the result."""

from __future__ import annotations

from pyllvm.editing.replacement import forget_constant
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.value import Use, User, Value, drop_all_operands


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
