"""LLVM 11: the string attribute `"null-pointer-is-valid"` became the attribute `null_pointer_is_valid`."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.attributes import NULL_POINTER_IS_VALID, NULL_POINTER_STRING, with_null_pointer
from pyllvm.migrations.shared.attribute_lists import map_attribute_sets
from pyllvm.migrations.shared.instruction_index import InstructionIndex


def upgrade(module: Module, version: int) -> None:
    """Replace the string by the attribute if the string's value is true."""
    map_attribute_sets(module, InstructionIndex(module), with_null_pointer, None)


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Replace the attribute by the string."""
    map_attribute_sets(module, bodies, _with_string, None)


def _with_string(attributes: AttributeSet) -> AttributeSet:
    if NULL_POINTER_IS_VALID not in attributes:
        return attributes
    return attributes.removing(NULL_POINTER_IS_VALID).adding(Attribute.of_string(NULL_POINTER_STRING, "true"))
