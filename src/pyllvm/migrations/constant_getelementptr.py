"""LLVM 19: a constant `getelementptr` stays as written, and `inrange` is a range of bytes.

Before, LLVM folded it and added `inbounds` where it could, and `inrange` marked an index.
"""

from __future__ import annotations

from typing import Final

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import ConstantAggregate, ConstantExpr
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.tables.flags import GEP_FLAGS

MOST_ROUNDS: Final = 1000
"""A limit above the depth of nested constants."""


def upgrade(module: Module, version: int) -> None:
    """Drop `inrange` of an index, which became a range of bytes. The flags that older LLVMs added stay."""
    for _ in range(MOST_ROUNDS):
        is_changed = False
        for expression in _expressions(module):
            if not isinstance(expression.in_range, int) or not expression.has_uses:
                continue
            made = ConstantExpr.get(
                expression.type,
                expression.opcode,
                expression.operands[:],
                expression.flags,
                expression.source_element_type,
            )
            replace_everywhere(expression, made)
            is_changed = True
        if not is_changed:
            return


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Fold every constant `getelementptr` as LLVM `version` does on reading."""
    folder = ConstantFolder(version)
    # If a constant changes, its users become new constants, which the next round visits.
    for _ in range(MOST_ROUNDS):
        is_changed = False
        for expression in _expressions(module):
            source = expression.source_element_type
            if source is None or not expression.has_uses:
                continue
            flags = expression.flags
            for flag in GEP_FLAGS.flags:
                if version < flag.since:
                    flags &= ~flag.bit
            in_range = expression.in_range if isinstance(expression.in_range, int) else None
            made = folder.getelementptr(source, expression.operands[:], flags, in_range)
            if made is not expression and made.type is expression.type:
                replace_everywhere(expression, made)
                is_changed = True
        if not is_changed:
            return


def _expressions(module: Module) -> list[ConstantExpr]:
    """The constant `getelementptr`s of a module in its order, operands before their users."""
    found: dict[ConstantExpr, None] = {}
    seen: set[Value] = set()
    waiting: list[Value] = []
    for value in module.global_values:
        waiting.extend(value.operands)
    for function in module.functions:
        for instruction in function.instructions:
            for operand in instruction.operands:
                if isinstance(operand, (ConstantExpr, ConstantAggregate)):
                    waiting.append(operand)
    waiting.reverse()
    while waiting:
        one = waiting[-1]
        if not isinstance(one, (ConstantExpr, ConstantAggregate)) or one in seen:
            waiting.pop()
            if isinstance(one, ConstantExpr) and one.opcode == "getelementptr":
                found.setdefault(one)
            continue
        seen.add(one)
        waiting.extend(reversed(one.operands))
    return list(found)
