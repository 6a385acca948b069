"""What a source module leaves behind: it uses nothing any more, so that use lists are those of the result alone."""

from __future__ import annotations

from pyllvm.ir.constants import Constant
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.optional_operands import forget_missing_operands
from pyllvm.ir.replacement import constant_key
from pyllvm.ir.value import Use


def release(source: Module, version: int) -> None:
    """Let go of what was not moved: bodies, initializers, and constants that are made of the source's symbols."""
    for function in source.functions:
        if function.is_materialized:
            for block in function.blocks:
                for instruction in block.instructions:
                    instruction.drop_operands()
        else:
            function.set_materializer(None)
    for function in source.functions:
        forget_missing_operands(function, version)
    for value in source.global_values:
        value.drop_operands()
    for value in source.global_values:
        if value.uses:
            _release_users(value)


def _release_users(value: GlobalValue) -> None:
    """Destroy the constants made of a symbol that is gone (Constant::removeDeadConstantUsers)."""
    pending: list[Constant] = [value]
    while pending:
        dead = pending.pop()
        uses: list[Use] | None = dead.uses
        dead.uses = None
        if uses is None:
            continue
        for use in uses:
            user = use.user
            if not isinstance(user, Constant) or isinstance(user, GlobalValue):
                continue
            if use.index >= len(user.operands) or user.operands[use.index] is not dead:
                continue
            key = constant_key(user)
            kept = user.type.constants
            if key is not None and kept is not None and kept.get(key) is user:
                del kept[key]
            for index in range(len(user.operands)):
                operand = user.operands[index]
                if operand is not dead:
                    operand.remove_use(user, index)
            user.operands = []
            pending.append(user)
