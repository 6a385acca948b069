"""LLVM 22: `ptrtoaddr`. Before, `ptrtoint` to the same integer gave the address; it also exposes the pointer's provenance."""

from __future__ import annotations

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.constant_order import expressions_of
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.tables.opcodes import PTRTOADDR, PTRTOINT


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put `ptrtoint` in the place of every `ptrtoaddr`."""
    for expression in expressions_of(module, bodies, PTRTOADDR.name):
        replace_everywhere(expression, ConstantExpr.get(expression.type, PTRTOINT.name, expression.operands[:]))
    casts = bodies.found().address_casts
    for cast in casts:
        cast.opcode = PTRTOINT
    casts.clear()
