"""LLVM 20: a bitcast of all ones to a number is a number, whatever it is cast from."""

from __future__ import annotations

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.folding.constant_parts import all_ones, is_all_ones
from pyllvm.ir.module import Module


def upgrade(module: Module, version: int) -> None:
    """Fold such bitcasts, as newer readers do."""
    for type in module.context.number_types:
        for constant in list((type.constants or {}).values()):
            if isinstance(constant, ConstantExpr) and constant.opcode == "bitcast" and is_all_ones(constant.operands[0]):
                replace_everywhere(constant, all_ones(type))
