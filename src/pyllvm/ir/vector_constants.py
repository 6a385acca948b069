"""Constants of vectors that versions of LLVM keep in different forms: masks of shufflevector, and vectors of equal numbers.

LLVM stores a mask as numbers, and creates a constant from them when it writes or prints the instruction. Since LLVM 23, a vector
of equal floating-point numbers or bytes is one constant without operands. The IR keeps both in the form of older versions, and
the code that numbers values takes them for what they are.
"""

from __future__ import annotations

from pyllvm.ir import constants
from pyllvm.ir.constants import POISON, UNDEF, ConstantAggregate, SimpleConstant, aggregate
from pyllvm.ir.types import BYTE, FLOATING_POINT, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import MASKS_OF_NUMBERS_SINCE, POISON_IN_MASK_SINCE


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


def shuffle_mask(mask: Value, version: int) -> Value:
    """The constant that LLVM `version` makes of a valid mask: its elements without a number are all `undef`, or all `poison`."""
    if version < MASKS_OF_NUMBERS_SINCE or not isinstance(mask, (SimpleConstant, ConstantAggregate)):
        return mask
    undefined = POISON if version >= POISON_IN_MASK_SINCE else UNDEF
    other = UNDEF if version >= POISON_IN_MASK_SINCE else POISON
    if isinstance(mask, SimpleConstant):
        return SimpleConstant.get(mask.type, undefined) if mask.kind == other else mask
    type = mask.type
    assert isinstance(type, VectorType)
    missing = SimpleConstant.get(type.element, undefined)
    elements: list[Value] = []
    is_changed = False
    for element in mask.operands:
        if isinstance(element, SimpleConstant) and element.kind == other:
            is_changed = True
            element = missing
        elements.append(element)
    return aggregate(type, elements) if is_changed else mask
