"""LLVM 23: `"uniform-work-group-size"` has no value: its presence means "true"."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import BodyUpgrade
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.attributes import UNIFORM, with_uniformity
from pyllvm.migrations.shared.attribute_lists import begin_map, map_attribute_sets
from pyllvm.migrations.shared.instruction_index import InstructionIndex


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Leave out the value "true" of functions, and the attribute with any other value; return what does so in bodies."""
    return begin_map(module, with_uniformity, None)


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put the value "true" back."""
    map_attribute_sets(module, bodies, _with_value, None)


def _with_value(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find(UNIFORM)
    if found is None or found.value:
        return attributes
    return attributes.removing(UNIFORM).adding(Attribute.of_string(UNIFORM, "true"))
