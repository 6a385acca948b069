"""The elements of an array constant, whatever its class."""

from __future__ import annotations

from pyllvm.ir.constants import ConstantAggregate, ConstantData, SimpleConstant, null_value, plain_constant
from pyllvm.ir.types import ArrayType
from pyllvm.ir.value import Value


def elements_of(constant: Value) -> list[Value]:
    """Return the elements of an array constant; none if `constant` is not an array constant."""
    if isinstance(constant, ConstantAggregate):
        return list(constant.operands)
    array = constant.type
    assert isinstance(array, ArrayType)
    if isinstance(constant, SimpleConstant):
        element: Value = null_value(array.element)
        if constant.kind in ("undef", "poison"):
            element = SimpleConstant.get(array.element, constant.kind)
        return [element] * array.count
    if isinstance(constant, ConstantData):
        type = array.element
        return [plain_constant(type, bits) for bits in constant.elements]
    return []
