"""LLVM 10: `"no-frame-pointer-elim"` and `"no-frame-pointer-elim-non-leaf"` became one attribute, `"frame-pointer"`."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.attributes import ELIMINATED, FRAME_POINTER, NON_LEAF, with_frame_pointer
from pyllvm.migrations.shared.attribute_lists import map_attribute_sets
from pyllvm.migrations.shared.instruction_index import InstructionIndex

# For each value of "frame-pointer", the older attributes and their values.
_BEFORE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "all": ((ELIMINATED, "true"), (NON_LEAF, "")),
    "non-leaf": ((ELIMINATED, "false"), (NON_LEAF, "")),
    "none": ((ELIMINATED, "false"),),
}


def upgrade(module: Module, version: int) -> None:
    """Replace the two older attributes by the new one."""
    map_attribute_sets(module, InstructionIndex(module), with_frame_pointer, None)


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Replace the new attribute by the two older ones if they can express its value."""
    map_attribute_sets(module, bodies, _without_frame_pointer, None)


def _without_frame_pointer(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find(FRAME_POINTER)
    before = None if found is None else _BEFORE.get(found.value)
    if before is None:
        return attributes
    return attributes.removing(FRAME_POINTER).adding(*[Attribute.of_string(key, value) for key, value in before])
