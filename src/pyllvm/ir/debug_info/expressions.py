"""DIExpressions: the parts of variables that they describe, and the folding of their constants.

LLVM folds constants where it adds operations to an expression (DIExpression::foldConstantMath).
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import DIExpression, SpecializedNode, ValueAsMetadata
from pyllvm.schema.expression import ARG, CONSTU, DIV, FRAGMENT, LIT0, LIT31, MINUS, MUL, PLUS, PLUS_UCONST, SHL, SHR
from pyllvm.schema.integers import MAX_64
from pyllvm.tables.dwarf import TYPES
from pyllvm.tables.dwarf_operations import EXPRESSION

# For each operation the constant that makes it change nothing.
_NEUTRAL: Final[dict[int, int]] = {PLUS: 0, MINUS: 0, SHL: 0, SHR: 0, MUL: 1, DIV: 1}
_COMMUTATIVE: Final = (PLUS, MUL)
_BITS: Final = 64


def fold_constants(elements: list[int], version: int) -> list[int]:
    """The elements of a valid expression in LLVM `version`, with its constant operands folded."""
    operations = _with_plain_constants(elements, version)
    at = 0
    while at < len(operations):
        constant = _constant(operations, at)
        if constant is None:
            at += 1
        elif at + 1 == len(operations):
            break
        elif _fold(operations, at, constant):
            at = 0
        else:
            at += 1
    return _in_short_form(operations)


def _with_plain_constants(elements: list[int], version: int) -> list[list[int]]:
    """The operations, in which every constant operand is `DW_OP_constu` and every addition `DW_OP_plus`."""
    operations: list[list[int]] = []
    at = 0
    while at < len(elements):
        operation = elements[at]
        size = EXPRESSION.size(operation, version)
        if LIT0 <= operation <= LIT31:
            operations.append([CONSTU, operation - LIT0])
        elif operation == PLUS_UCONST:
            operations.append([CONSTU, elements[at + 1]])
            operations.append([PLUS])
        else:
            operations.append(elements[at : at + size])
        at += size
    return operations


def _constant(operations: list[list[int]], at: int) -> int | None:
    """The constant that the operation at a position pushes; None if it does not push one, or if the operations end there."""
    if at < len(operations) and operations[at][0] == CONSTU:
        return operations[at][1]
    return None


def _operator(operations: list[list[int]], at: int) -> int:
    """The operation at a position; 0 if there is none."""
    return operations[at][0] if at < len(operations) else 0


def _fold(operations: list[list[int]], at: int, constant: int) -> bool:
    """Fold what begins with the constant at a position; whether that was possible."""
    operator = _operator(operations, at + 1)
    if _NEUTRAL.get(operator) == constant:
        del operations[at : at + 2]
        return True
    # constant, constant, operator
    other = _constant(operations, at + 1)
    if other is not None and at + 2 < len(operations):
        return _combine(operations, at, constant, other, operations[at + 2][0], at + 1, at + 3)
    if operator not in _COMMUTATIVE:
        return False
    # constant, operator, constant, operator
    other = _constant(operations, at + 2)
    if other is not None and _operator(operations, at + 3) == operator:
        return _combine(operations, at, constant, other, operator, at + 2, at + 4)
    # constant, operator, argument, operator, constant, operator
    other = _constant(operations, at + 4)
    is_around = _operator(operations, at + 2) == ARG and _operator(operations, at + 3) == operator
    if other is not None and is_around and _operator(operations, at + 5) == operator:
        return _combine(operations, at, constant, other, operator, at + 4, at + 6)
    return False


def _combine(operations: list[list[int]], at: int, left: int, right: int, operator: int, begin: int, end: int) -> bool:
    """Put the result of two constants where the first one is, and drop the operations from `begin` to `end`."""
    result = _result(left, right, operator)
    if result is None:
        return False
    del operations[begin:end]
    operations[at] = [CONSTU, result]
    return True


def _result(left: int, right: int, operator: int) -> int | None:
    """The value of an operator; None if it overflows or is not known."""
    result = -1
    if operator == PLUS:
        result = left + right
    elif operator == MINUS:
        result = left - right
    elif operator == MUL:
        result = left * right
    elif operator == DIV:
        result = left // right if right else -1
    elif operator == SHL:
        # No bit may be lost.
        result = left << right if right <= _BITS - left.bit_length() else -1
    elif operator == SHR:
        trailing = (left & -left).bit_length() - 1 if left else _BITS
        result = left >> right if right <= trailing else -1
    return result if 0 <= result <= MAX_64 else None


def _in_short_form(operations: list[list[int]]) -> list[int]:
    """The elements, with `DW_OP_plus_uconst` for an addition of a constant and `DW_OP_lit0` for zero."""
    elements: list[int] = []
    at = 0
    while at < len(operations):
        constant = _constant(operations, at)
        if constant == 0:
            elements.append(LIT0)
        elif constant is not None and _operator(operations, at + 1) == PLUS:
            elements.extend([PLUS_UCONST, constant])
            at += 1
        else:
            elements.extend(operations[at])
        at += 1
    return elements


def fragment_of(expression: DIExpression, version: int) -> tuple[int, int] | None:
    """Return the offset and size, in bits, of the fragment that a valid expression describes; None for a whole variable."""
    elements = expression.elements
    if FRAGMENT not in elements or not EXPRESSION.is_valid(elements, version):
        return None
    # An argument can be the same number, so walk the operations (DIExpression::getFragmentInfo).
    at = 0
    while at < len(elements) and elements[at] != FRAGMENT:
        at += EXPRESSION.size(elements[at], version)
    return (elements[at + 1], elements[at + 2]) if at + 2 < len(elements) else None


def size_of_variable(variable: SpecializedNode) -> int:
    """Return the size of a variable's type in bits; 0 if it is unknown."""
    type = variable["type"]
    steps = 0
    while isinstance(type, SpecializedNode) and steps < 1000:
        if type.spec.name in TYPES and type.spec.name != "DISubroutineType":
            try:
                size = type["size"]
            except KeyError:
                size = 0
            if isinstance(size, ValueAsMetadata) and isinstance(size.value, ConstantInt):
                size = size.value.unsigned
            if isinstance(size, int) and size:
                return size
        if type.spec.name != "DIDerivedType":
            return 0
        type = type["baseType"]
        steps += 1
    return 0
