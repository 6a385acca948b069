"""LLVM 8: `fneg`, and saturating addition and subtraction."""

from __future__ import annotations

from pyllvm.ir.constants import Constant, ConstantFP, ConstantInt, null_value
from pyllvm.ir.folding.constant_parts import splat
from pyllvm.ir.instructions import BinaryOperator, CallBase, CmpInst, SelectInst, UnaryOperator
from pyllvm.ir.module import Module
from pyllvm.ir.types import FloatingPointType, IntegerType, Type, VectorType, with_element
from pyllvm.migrations.changes import Change
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import remove_function, replace_with_instructions
from pyllvm.notation import Final
from pyllvm.tables.opcodes import ADD, FNEG, FSUB, SUB, Opcode
from pyllvm.tables.predicates import ICMP_NUMBERS

# --- `llvm.usub.sat` and `llvm.uadd.sat`. Before, what they compute had to be compared for overflow and selected.

_SUBTRACTION: Final = "llvm.usub.sat."
_NAMES: Final = (_SUBTRACTION, "llvm.uadd.sat.")


def downgrade_saturating_intrinsics(module: Module, version: int, losses: Losses) -> None:
    """Compute, compare, and select; the intrinsics for signed numbers stay.

    LLVM 8: %r = call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)
    LLVM 7:
        %1 = sub i32 %a, %b
        %2 = icmp ult i32 %a, %b
        %r = select i1 %2, i32 0, i32 %1
    """
    for function in list(module.functions):
        if not function.is_declaration or not function.name.startswith(_NAMES):
            continue
        for call in function.users:
            if isinstance(call, CallBase) and call.callee is function and call.argument_count == 2:
                _replace(call, SUB if function.name.startswith(_SUBTRACTION) else ADD)
        if not function.has_uses:
            remove_function(module, function)


def _replace(call: CallBase, opcode: Opcode) -> None:
    left, right = call.operands[0], call.operands[1]
    type = left.type
    result = BinaryOperator(opcode, left, right)
    if opcode is SUB:
        test = CmpInst(ICMP_NUMBERS["ult"], left, right, with_element(type, type.context.integer(1)))
        limit = null_value(type)
    else:
        test = CmpInst(ICMP_NUMBERS["ult"], result, left, with_element(type, type.context.integer(1)))
        limit = _all_ones(type)
    replace_with_instructions(call, [result, test, SelectInst(test, limit, result, 0, call.name)])


def _all_ones(type: Type) -> Constant:
    if isinstance(type, VectorType):
        return splat(type, _all_ones(type.element))
    assert isinstance(type, IntegerType)
    return ConstantInt.get(type, -1)


# --- `fneg`. Before, a number was negated by taking it from -0.0.


def downgrade_negation(module: Module, version: int, losses: Losses) -> None:
    """Put `fsub -0.0, x` in the place of `fneg x`, with its flags.

    LLVM 8: %b = fneg float %a
    LLVM 7: %b = fsub float -0.000000e+00, %a
    """
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


CHANGES: Final = (Change(8, downgrade=downgrade_saturating_intrinsics), Change(FNEG.since, downgrade=downgrade_negation))
"""In the order of upgrades; downgrades run from the last to the first."""
