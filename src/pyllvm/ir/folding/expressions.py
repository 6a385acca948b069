"""Makes any constant expression from its parts, folded where LLVM folds it."""

from __future__ import annotations

from typing import final

from pyllvm.ir.constants import Constant, ConstantExpr
from pyllvm.ir.folding.constant_folding import ConstantFolder as ConstantFolder
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.tables.opcodes import CAST_NAMES, COMPARISONS


@final
class ExpressionShape:
    """Everything that a constant expression is made of, except its type and its operands. See `ConstantExpr`."""

    def __init__(
        self,
        opcode: str,
        flags: int,
        source_element_type: Type | None,
        in_range: int | tuple[int, int, int] | None,
        predicate_number: int,
        indices: list[int] | None = None,
    ) -> None:
        self.opcode = opcode
        self.flags = flags
        self.source_element_type = source_element_type
        self.in_range = in_range
        self.predicate_number = predicate_number
        self.indices = indices


def shape_of(expression: ConstantExpr) -> ExpressionShape:
    """The shape of an expression."""
    return ExpressionShape(
        expression.opcode,
        expression.flags,
        expression.source_element_type,
        expression.in_range,
        expression.predicate_number,
        expression.indices,
    )


def folded_expression(folder: ConstantFolder, type: Type, operands: list[Value], shape: ExpressionShape) -> Constant:
    """The constant that LLVM makes of an expression with this type, these operands, and this shape."""
    opcode = shape.opcode
    if opcode in CAST_NAMES:
        return folder.cast(opcode, operands[0], type)
    if opcode == "getelementptr":
        assert shape.source_element_type is not None
        return folder.getelementptr(shape.source_element_type, operands, shape.flags, shape.in_range)
    if opcode in COMPARISONS:
        return folder.compare(shape.predicate_number, operands[0], operands[1])
    if opcode == "select":
        return folder.select(operands[0], operands[1], operands[2])
    if opcode == "extractelement":
        return folder.extract_element(operands[0], operands[1])
    if opcode == "insertelement":
        return folder.insert_element(operands[0], operands[1], operands[2])
    if opcode == "shufflevector":
        return folder.shuffle_vector(operands[0], operands[1], operands[2])
    if opcode == "fneg":
        return folder.negate(operands[0])
    if len(operands) == 2 and shape.indices is None:
        return folder.binary(opcode, operands[0], operands[1], shape.flags)
    return ConstantExpr.get(
        type, opcode, operands, shape.flags, shape.source_element_type, shape.in_range, shape.predicate_number, shape.indices
    )


def refolded_expression(folder: ConstantFolder, expression: ConstantExpr, operands: list[Value]) -> Constant:
    """The constant that LLVM makes of an expression with other operands of the same types (getWithOperands)."""
    return folded_expression(folder, expression.type, operands, shape_of(expression))
