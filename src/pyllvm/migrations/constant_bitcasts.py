"""LLVM 20: a bitcast of all ones to a number is a number, whatever it is cast from."""

from __future__ import annotations

from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.folding.constant_parts import all_ones, is_all_ones
from pyllvm.ir.folding.expressions import folded_expression
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.tables.opcodes import last_as_constant


def upgrade(module: Module, version: int) -> None:
    """Fold such bitcasts, and what they are part of, as newer readers do."""
    folder = ConstantFolder(version)

    def fold(expression: ConstantExpr, operands: list[Value]) -> Value:
        if last_as_constant(expression.opcode) < version:
            # An instruction will compute it.
            return ConstantExpr.get(
                expression.type,
                expression.opcode,
                operands,
                expression.flags,
                None,
                None,
                expression.predicate_number,
                expression.indices,
            )
        return folded_expression(
            folder,
            expression.type,
            expression.opcode,
            operands,
            expression.flags,
            expression.source_element_type,
            expression.in_range,
            expression.predicate_number,
            expression.indices,
        )

    for type in module.context.number_types:
        for constant in list((type.constants or {}).values()):
            if isinstance(constant, ConstantExpr) and constant.opcode == "bitcast" and is_all_ones(constant.operands[0]):
                replace_everywhere(constant, all_ones(type), fold)
