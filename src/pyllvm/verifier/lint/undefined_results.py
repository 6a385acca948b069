"""Operations whose result is always undefined: division by zero, shifts by too many bits, indices out of range.

The rules and messages are from LLVM's `Lint::visitSDiv`, `visitShl` and others.
"""

from __future__ import annotations

from pyllvm.ir.constants import ConstantAggregate, ConstantData, ConstantInt, is_null, is_undefined
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import BinaryOperator, ExtractElementInst, InsertElementInst
from pyllvm.ir.types import INTEGER
from pyllvm.ir.value import Value
from pyllvm.tables.opcodes import DIVISIONS, SHIFTS
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import fixed_vector_length, integer_width


def check_arithmetic(linter: Linter, instruction: Instruction) -> None:
    """Check an operation on numbers or on a vector's elements."""
    if isinstance(instruction, BinaryOperator):
        _check_binary(linter, instruction)
    elif isinstance(instruction, ExtractElementInst):
        if _is_out_of_range(instruction.operands[0], instruction.operands[1]):
            linter.report("vector-index", "Undefined result: extractelement index out of range", instruction)
    elif isinstance(instruction, InsertElementInst):
        if _is_out_of_range(instruction.operands[0], instruction.operands[2]):
            linter.report("vector-index", "Undefined result: insertelement index out of range", instruction)


def _check_binary(linter: Linter, instruction: BinaryOperator) -> None:
    word = instruction.opcode_name
    left, right = instruction.operands
    if word in DIVISIONS:
        if is_undefined(right) or is_null(right) or any(number == 0 for number in _numbers(right)):
            linter.report("division", "Undefined behavior: Division by zero", instruction)
    elif word in SHIFTS:
        width = integer_width(instruction.type)
        if any(number >= width for number in _numbers(right)):
            linter.report("shift", "Undefined result: Shift count out of range", instruction)
    elif word in ("xor", "sub") and is_undefined(left) and is_undefined(right):
        linter.report("undefined-operands", f"Undefined result: {word}(undef, undef)", instruction)


def _numbers(value: Value) -> list[int]:
    """Return the integer constants in a value: its own, or its elements if it is a constant vector."""
    if isinstance(value, ConstantInt):
        return [value.unsigned]
    if isinstance(value, ConstantData):
        return value.elements if value.element_type.kind == INTEGER else []
    if isinstance(value, ConstantAggregate):
        return [element.unsigned for element in value.operands if isinstance(element, ConstantInt)]
    return []


def _is_out_of_range(vector: Value, index: Value) -> bool:
    length = fixed_vector_length(vector.type)
    return length >= 0 and isinstance(index, ConstantInt) and index.unsigned >= length
