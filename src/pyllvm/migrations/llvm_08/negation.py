"""LLVM 8: `fneg`. Before, a number was negated by taking it from -0.0."""

from __future__ import annotations

from pyllvm.ir.constants import Constant, ConstantFP
from pyllvm.ir.folding.constant_parts import splat
from pyllvm.ir.instructions import BinaryOperator, UnaryOperator
from pyllvm.ir.module import Module
from pyllvm.ir.types import FloatingPointType, Type, VectorType
from pyllvm.migrations.loss import Losses
from pyllvm.tables.opcodes import FNEG, FSUB


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Put `fsub -0.0, x` in the place of `fneg x`, with its flags."""
    for function in module.functions:
        for block in function.blocks:
            for index, instruction in enumerate(block.instructions):
                if not isinstance(instruction, UnaryOperator) or instruction.opcode is not FNEG:
                    continue
                operand = instruction.operands[0]
                made = BinaryOperator(FSUB, _negative_zero(operand.type), operand, instruction.flags, instruction.name)
                made.debug_location = instruction.debug_location
                made.attachments = instruction.attachments
                made.debug_records = instruction.debug_records
                instruction.move_uses_to(made)
                instruction.drop_operands()
                block.splice(index, 1, [made])


def _negative_zero(type: Type) -> Constant:
    if isinstance(type, VectorType):
        return splat(type, _negative_zero(type.element))
    assert isinstance(type, FloatingPointType)
    # ppc_fp128 has its first number, and so its sign, in the low half.
    sign = 63 if type.name == "ppc_fp128" else type.bits - 1
    return ConstantFP.get(type, 1 << sign)
