"""LLVM 19: a constant `getelementptr` stays as written, and `inrange` gives a range of bytes.

Before, LLVM folded it and added `inbounds` where it could, and `inrange` came before an index.
"""

from __future__ import annotations

from typing import Final

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.constant_order import expressions_of
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.migrations.shared.wrapped_constants import WrappedConstants
from pyllvm.tables.features import INRANGE_BOUNDS
from pyllvm.tables.flags import GEP_FLAGS

MOST_ROUNDS: Final = 1000
"""A limit above the depth of nested constants."""


def upgrade(module: Module, version: int) -> None:
    """Drop `inrange` before an index, as newer readers do. The flags that older LLVMs added stay."""
    bodies = InstructionIndex(module)
    folder = ConstantFolder(version)
    wrapped = WrappedConstants(module)
    for _ in range(MOST_ROUNDS):
        is_changed = False
        for expression in expressions_of(module, bodies, "getelementptr", wrapped.user.operands):
            source = expression.source_element_type
            if source is None or not isinstance(expression.in_range, int) or not expression.has_uses:
                continue
            replace_everywhere(expression, folder.getelementptr(source, expression.operands[:], expression.flags, None))
            is_changed = True
        if not is_changed:
            break
    wrapped.finish()


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Fold every constant `getelementptr` as LLVM `version` does on reading."""
    folder = ConstantFolder(version)
    wrapped = WrappedConstants(module)
    # If a constant changes, its users become new constants, which the next round visits.
    for _ in range(MOST_ROUNDS):
        is_changed = False
        for expression in expressions_of(module, bodies, "getelementptr", wrapped.user.operands):
            source = expression.source_element_type
            if source is None or not expression.has_uses:
                continue
            flags = expression.flags
            for flag in GEP_FLAGS.lacking(flags, version):
                losses.drop(GEP_FLAGS.name_of(flag, "a constant getelementptr"), flag.since)
                flags &= ~flag.bit
            if isinstance(expression.in_range, tuple):
                losses.drop(INRANGE_BOUNDS.name, INRANGE_BOUNDS.since)
            in_range = expression.in_range if isinstance(expression.in_range, int) else None
            made = folder.getelementptr(source, expression.operands[:], flags, in_range)
            if made is not expression and made.type is expression.type:
                replace_everywhere(expression, made)
                is_changed = True
        if not is_changed:
            break
    wrapped.finish()
