"""LLVM 21: `nocapture` of a parameter became `captures(none)`."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import BodyUpgrade
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.attribute_lists import begin_map, map_attribute_sets
from pyllvm.migrations.shared.instruction_index import InstructionIndex


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Replace `nocapture` of functions by `captures(none)`, and return what does so in bodies."""
    none = Attribute.of_integer("captures", 0)

    def with_captures(attributes: AttributeSet) -> AttributeSet:
        return attributes.removing("nocapture").adding(none) if "nocapture" in attributes else attributes

    return begin_map(module, None, with_captures)


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Replace `captures(none)` by `nocapture`."""
    map_attribute_sets(module, bodies, None, _with_nocapture)


def _with_nocapture(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find("captures")
    if found is None or found.integer != 0:
        return attributes
    return attributes.removing("captures").adding(Attribute.of("nocapture"))
