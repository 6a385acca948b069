"""LLVM 23: `denormal_fpenv` replaced the strings `"denormal-fp-math"` and `"denormal-fp-math-f32"` of functions."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.denormal_modes import ALL_TYPES, ATTRIBUTE, FLOAT, WORDS
from pyllvm.migrations.shared.attribute_lists import map_attribute_sets
from pyllvm.migrations.shared.instruction_index import InstructionIndex


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put the strings back."""
    map_attribute_sets(module, bodies, _without_attribute, None)


def _without_attribute(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find(ATTRIBUTE)
    if found is None:
        return attributes
    modes = found.integer & 15
    modes_of_float = found.integer >> 4 & 15
    strings = [Attribute.of_string(ALL_TYPES, _string(modes))]
    if modes_of_float != modes:
        strings.append(Attribute.of_string(FLOAT, _string(modes_of_float)))
    return attributes.removing(ATTRIBUTE).adding(*strings)


def _string(modes: int) -> str:
    return f"{WORDS[modes & 3]},{WORDS[modes >> 2]}"
