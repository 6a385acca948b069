"""LLVM 12: `llvm.umin`, `llvm.smax` and their like, and `llvm.abs`. Before, a comparison and a select had their place."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt, null_value
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import BinaryOperator, CallBase, CmpInst, SelectInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import remove_function, replace_with_instructions
from pyllvm.tables.opcodes import SUB
from pyllvm.tables.predicates import ICMP_NUMBERS

_PREDICATES: Final[dict[str, str]] = {"llvm.umin.": "ult", "llvm.umax.": "ugt", "llvm.smin.": "slt", "llvm.smax.": "sgt"}
_ABSOLUTE: Final = "llvm.abs."
_NO_SIGNED_WRAP: Final = 2


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Compare, and select."""
    for function in list(module.functions):
        predicate = next((one for prefix, one in _PREDICATES.items() if function.name.startswith(prefix)), "")
        if not function.is_declaration or not (predicate or function.name.startswith(_ABSOLUTE)):
            continue
        for call in function.users:
            if isinstance(call, CallBase) and call.callee is function and call.argument_count == 2:
                _replace(call, predicate)
        if not function.has_uses:
            remove_function(module, function)


def _replace(call: CallBase, predicate: str) -> None:
    left, right = call.operands[0], call.operands[1]
    made: list[Instruction] = []
    if predicate:
        test = CmpInst(ICMP_NUMBERS[predicate], left, right, _truth(left.type))
        made = [test, SelectInst(test, left, right, 0, call.name)]
    else:
        zero: Value = null_value(left.type)
        is_minimum_poison = isinstance(right, ConstantInt) and right.value != 0
        negated = BinaryOperator(SUB, zero, left, _NO_SIGNED_WRAP if is_minimum_poison else 0)
        test = CmpInst(ICMP_NUMBERS["slt"], left, zero, _truth(left.type))
        made = [negated, test, SelectInst(test, negated, left, 0, call.name)]
    replace_with_instructions(call, made)


def _truth(type: Type) -> Type:
    truth = type.context.integer(1)
    return type.context.vector(truth, type.count, type.is_scalable) if isinstance(type, VectorType) else truth
