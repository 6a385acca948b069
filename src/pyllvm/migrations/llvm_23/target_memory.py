"""LLVM 23: accesses of inaccessible memory do not include AArch64's target memory, which older bitcode meant as well."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.migrations.bodies import BodyUpgrade, leave_bodies
from pyllvm.migrations.shared.attribute_lists import begin_map
from pyllvm.tables.attributes import MEMORY_LOCATIONS, MEMORY_SINCE

_ATTRIBUTE: Final = "memory"
_BITS: Final[dict[str, int]] = {word: bit for word, bit, _ in MEMORY_LOCATIONS}
_ACCESSES: Final = 3


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Add functions' accesses of inaccessible memory to their accesses of target memory, and return the upgrade for bodies.

    LLVM leaves the words that `memory` replaced in LLVM 16 as they are.
    """
    if module.llvm_version >= MEMORY_SINCE and TargetTriple(module.target_triple).family == "aarch64":
        return begin_map(module, _with_target_memory, None)
    return leave_bodies


def _with_target_memory(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find(_ATTRIBUTE)
    if found is None:
        return attributes
    accesses = found.integer >> _BITS["inaccessiblemem"] & _ACCESSES
    value = found.integer | accesses << _BITS["target_mem0"] | accesses << _BITS["target_mem1"]
    return attributes.adding(Attribute.of_integer(_ATTRIBUTE, value))
