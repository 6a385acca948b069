"""The mask of a shufflevector: LLVM stores numbers and creates a constant from them when it writes or prints the instruction."""

from __future__ import annotations

from pyllvm.ir.constants import POISON, UNDEF, ConstantAggregate, SimpleConstant, aggregate
from pyllvm.ir.types import VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import MASKS_OF_NUMBERS_SINCE, POISON_IN_MASK_SINCE


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
