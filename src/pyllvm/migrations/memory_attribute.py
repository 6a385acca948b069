"""LLVM 16: `readnone`, `argmemonly` and their like of a function became one attribute, `memory(...)`."""

from __future__ import annotations

from pyllvm.ir.attributes import AttributeSet, memory_attribute
from pyllvm.ir.module import Module
from pyllvm.migrations.attribute_lists import map_attribute_sets
from pyllvm.tables.attributes import MEMORY_WORDS


def upgrade(module: Module, version: int) -> None:
    """Put `memory(...)` in the place of the words that said it; those of parameters stay."""

    def with_memory(attributes: AttributeSet) -> AttributeSet:
        words = [attribute.name for attribute in attributes.attributes if attribute.name in MEMORY_WORDS]
        if not words:
            return attributes
        return attributes.removing(*words).adding(memory_attribute(words, version))

    map_attribute_sets(module, with_memory, None)
