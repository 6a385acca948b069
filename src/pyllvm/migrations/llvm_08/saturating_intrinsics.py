"""LLVM 8: `llvm.usub.sat` and `llvm.uadd.sat`. Before, what they compute had to be compared for overflow and selected."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import Constant, ConstantInt, null_value
from pyllvm.ir.folding.constant_parts import splat
from pyllvm.ir.instructions import BinaryOperator, CallBase, CmpInst, SelectInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType, Type, VectorType
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import remove_function, replace_with_instructions
from pyllvm.tables.opcodes import ADD, SUB
from pyllvm.tables.predicates import ICMP_NUMBERS

_SUBTRACTION: Final = "llvm.usub.sat."
_NAMES: Final = (_SUBTRACTION, "llvm.uadd.sat.")


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Compute, compare, and select; the intrinsics for signed numbers stay."""
    for function in list(module.functions):
        if not function.is_declaration or not function.name.startswith(_NAMES):
            continue
        for call in function.users:
            if isinstance(call, CallBase) and call.callee is function and call.argument_count == 2:
                _replace(call, function.name.startswith(_SUBTRACTION))
        if not function.has_uses:
            remove_function(module, function)


def _replace(call: CallBase, subtracts: bool) -> None:
    left, right = call.operands[0], call.operands[1]
    type = left.type
    result = BinaryOperator(SUB if subtracts else ADD, left, right)
    if subtracts:
        test = CmpInst(ICMP_NUMBERS["ult"], left, right, _truth(type))
        limit = null_value(type)
    else:
        test = CmpInst(ICMP_NUMBERS["ult"], result, left, _truth(type))
        limit = _all_ones(type)
    replace_with_instructions(call, [result, test, SelectInst(test, limit, result, 0, call.name)])


def _all_ones(type: Type) -> Constant:
    if isinstance(type, VectorType):
        return splat(type, _all_ones(type.element))
    assert isinstance(type, IntegerType)
    return ConstantInt.get(type, -1)


def _truth(type: Type) -> Type:
    truth = type.context.integer(1)
    return type.context.vector(truth, type.count, type.is_scalable) if isinstance(type, VectorType) else truth
