"""LLVM 23: `denormal_fpenv` replaced the strings `"denormal-fp-math"` and `"denormal-fp-math-f32"` of functions."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.tables.reading_versions import DENORMAL_MODES_SINCE

ATTRIBUTE: Final = "denormal_fpenv"
ALL_TYPES: Final = "denormal-fp-math"
FLOAT: Final = "denormal-fp-math-f32"
# The words of the strings, by their numbers in `denormal_fpenv`.
WORDS: Final = ("ieee", "preserve-sign", "positive-zero", "dynamic")


def upgrade_denormal_modes(module: Module, version: int) -> None:
    """Replace the strings of functions; the strings of calls stay (UpgradeFunctionAttributes)."""
    if version < DENORMAL_MODES_SINCE:
        return
    for function in module.functions:
        attributes = function.attributes
        if attributes is None:
            continue
        own = with_denormal_modes(attributes.function)
        if own is not attributes.function:
            function.attributes = AttributeList(own, attributes.returned, attributes.parameters)


def with_denormal_modes(attributes: AttributeSet) -> AttributeSet:
    """The set with `denormal_fpenv` for the strings that name modes; the others stay."""
    named: list[str] = []
    modes = -1
    modes_of_float = -1
    for attribute in attributes.attributes:
        if attribute.kind is None and attribute.key in (ALL_TYPES, FLOAT):
            found = modes_of_string(attribute.value)
            if found < 0:
                continue
            named.append(attribute.key)
            if attribute.key == FLOAT:
                modes_of_float = found
            else:
                modes = found
    if not named:
        return attributes
    if modes < 0:
        modes = 0
    if modes_of_float < 0:
        modes_of_float = modes
    return attributes.removing(*named).adding(Attribute.of_integer(ATTRIBUTE, modes_of_float << 4 | modes))


def modes_of_string(text: str) -> int:
    """The four bits of `outputs,inputs`; one word, or none, applies to both. -1 for an unknown word."""
    outputs, _, inputs = text.partition(",")
    numbers: list[int] = []
    for word in (outputs, inputs or outputs):
        if word and word not in WORDS:
            return -1
        numbers.append(WORDS.index(word) if word else 0)
    return numbers[1] << 2 | numbers[0]
