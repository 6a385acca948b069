"""Vectors of equal numbers: since LLVM 23 one constant without operands, if the numbers are floating-point numbers or bytes.

The IR keeps them in the form of older versions, and the code that numbers values takes them for what they are.
"""

from __future__ import annotations

from pyllvm.ir import constants
from pyllvm.ir.types import BYTE, FLOATING_POINT, VectorType
from pyllvm.ir.value import Value


def splat_number(vector: Value) -> constants.Constant | None:
    """The floating-point number or byte of which all elements of a constant vector are; None if there is none."""
    type = vector.type
    if not isinstance(type, VectorType):
        return None
    kind = type.element.kind
    if kind != FLOATING_POINT and kind != BYTE:
        return None
    if isinstance(vector, constants.ConstantData):
        size = vector.element_bytes
        data = vector.data
        if data == data[:size] * (len(data) // size):
            return constants.plain_constant(type.element, int.from_bytes(data[:size], "little"))
        return None
    element: Value | None = None
    if isinstance(vector, constants.ConstantAggregate):
        if vector.operands.count(vector.operands[0]) == len(vector.operands):
            element = vector.operands[0]
    elif isinstance(vector, constants.ConstantExpr) and vector.opcode == "shufflevector":
        inserted, _, mask = vector.operands
        if (
            isinstance(mask, constants.SimpleConstant)
            and mask.kind == constants.ZERO_INITIALIZER
            and isinstance(inserted, constants.ConstantExpr)
        ):
            if inserted.opcode == "insertelement" and constants.is_null(inserted.operands[2]):
                element = inserted.operands[1]
    return element if isinstance(element, (constants.ConstantFP, constants.ConstantByte)) else None
