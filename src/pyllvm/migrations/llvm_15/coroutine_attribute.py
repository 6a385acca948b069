"""LLVM 15: `presplitcoroutine`. Before, the string `"coroutine.presplit"` told how far the coroutine's passes had come."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.attribute_lists import map_attribute_sets
from pyllvm.migrations.shared.instruction_index import InstructionIndex

_WORD: Final = "presplitcoroutine"
_KEY: Final = "coroutine.presplit"
_NOT_PREPARED: Final = "0"


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put the string in the place of the attribute: no pass has prepared the split."""
    map_attribute_sets(module, bodies, _with_string, None)


def _with_string(attributes: AttributeSet) -> AttributeSet:
    if _WORD not in attributes:
        return attributes
    return attributes.removing(_WORD).adding(Attribute.of_string(_KEY, _NOT_PREPARED))
