"""LLVM 16: x86's `llvm.x86.atomic.add.cc` and its like return a condition that the locked instruction's flags hold.

Without them it is an `atomicrmw`, and comparisons that compute the condition. Source: Intel's manual on the flags of ADD, SUB,
AND, OR and XOR, and on the conditions of SETcc.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import IntegerType
from pyllvm.ir.value import Value
from pyllvm.migrations.shared.instruction_list import InstructionList, integer

OPERATIONS: Final = ("add", "and", "or", "sub", "xor")
# The conditions by half of their numbers; an odd number is the opposite of the one before.
_OVERFLOW: Final = 0
_BELOW: Final = 1
_EQUAL: Final = 2
_BELOW_OR_EQUAL: Final = 3
_SIGN: Final = 4
_PARITY: Final = 5
_LESS: Final = 6
_LESS_OR_EQUAL: Final = 7
# After a subtraction these compare its operands.
_COMPARISONS: Final[dict[int, str]] = {
    _BELOW: "ult",
    _EQUAL: "eq",
    _BELOW_OR_EQUAL: "ule",
    _LESS: "slt",
    _LESS_OR_EQUAL: "sle",
}
_HIGHEST_CONDITION: Final = 15
_LOW_BYTE: Final = 255


def flags_after(made: InstructionList, call: CallBase) -> Value | None:
    """The result of a call, an i8."""
    pointer, value, condition = call.operands[0], call.operands[1], call.operands[2]
    operation = call.callee.name.split(".")[3]
    if not isinstance(condition, ConstantInt) or not isinstance(value.type, IntegerType) or operation not in OPERATIONS:
        return None
    number = condition.unsigned
    if number > _HIGHEST_CONDITION:
        return None
    old = made.exchange(operation, pointer, value)
    flag = _condition(made, number // 2, operation, old, value)
    if number % 2:
        flag = made.binary("xor", flag, ConstantInt.get(call.type.context.integer(1), 1))
    return made.cast("zext", flag, call.type)


def _condition(made: InstructionList, condition: int, operation: str, old: Value, value: Value) -> Value:
    if operation == "sub" and condition in _COMPARISONS:
        return made.compare(_COMPARISONS[condition], old, value)
    result = made.binary(operation, old, value)
    zero = integer(value.type, 0)
    if condition == _EQUAL:
        return made.compare("eq", result, zero)
    if condition == _SIGN:
        return made.compare("slt", result, zero)
    if condition == _PARITY:
        low = made.binary("and", result, integer(value.type, _LOW_BYTE))
        count = made.call("llvm.ctpop.", value.type, [low])
        odd = made.cast("trunc", count, value.type.context.integer(1))
        return made.binary("xor", odd, ConstantInt.get(value.type.context.integer(1), 1))
    if operation in ("add", "sub"):
        return _arithmetic_condition(made, condition, operation, old, value, result)
    # The other operations clear the flags of carry and overflow.
    if condition == _BELOW_OR_EQUAL:
        return made.compare("eq", result, zero)
    if condition == _LESS:
        return made.compare("slt", result, zero)
    if condition == _LESS_OR_EQUAL:
        return made.compare("sle", result, zero)
    return made.compare("ne", zero, zero)


def _arithmetic_condition(
    made: InstructionList, condition: int, operation: str, old: Value, value: Value, result: Value
) -> Value:
    zero = integer(value.type, 0)
    if condition == _BELOW:
        return made.compare("ult", result, old)
    if condition == _BELOW_OR_EQUAL:
        return made.binary("or", made.compare("ult", result, old), made.compare("eq", result, zero))
    changed = made.binary("xor", old, result)
    other = made.binary("xor", value, result if operation == "add" else old)
    overflow = made.compare("slt", made.binary("and", changed, other), zero)
    if condition == _OVERFLOW:
        return overflow
    less = made.binary("xor", overflow, made.compare("slt", result, zero))
    return less if condition == _LESS else made.binary("or", less, made.compare("eq", result, zero))
