"""LLVM 16: `readnone`, `argmemonly` and similar attributes of a function became one attribute, `memory(...)`."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeSet, memory_attribute
from pyllvm.ir.module import Module
from pyllvm.migrations.attribute_lists import map_attribute_sets
from pyllvm.tables.attributes import MEMORY_LOCATIONS, MEMORY_OTHER_BIT, MEMORY_WORDS

_NONE: Final = 0
_READ_WRITE: Final = 3
_ACCESS_WORDS: Final[dict[int, str]] = {1: "readonly", 2: "writeonly"}


def upgrade(module: Module, version: int) -> None:
    """Replace the older attributes by `memory(...)`. The attributes of parameters stay."""

    def with_memory(attributes: AttributeSet) -> AttributeSet:
        words = [attribute.name for attribute in attributes.attributes if attribute.name in MEMORY_WORDS]
        if not words:
            return attributes
        return attributes.removing(*words).adding(memory_attribute(words, version))

    map_attribute_sets(module, with_memory, None)


def downgrade(module: Module, version: int) -> None:
    """Replace `memory(...)` by older attributes of the same meaning. Values without such attributes stay."""
    map_attribute_sets(module, _with_words, None)


def _with_words(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find("memory")
    words = None if found is None else _words_of(found.integer)
    if words is None:
        return attributes
    return attributes.removing("memory").adding(*[Attribute.of(word) for word in words])


def _words_of(value: int) -> list[str] | None:
    """The older attributes that mean the same as a value of `memory`; None if there are none."""
    other = value >> MEMORY_OTHER_BIT & 3
    accesses = {word: value >> bit & 3 for word, bit, _ in MEMORY_LOCATIONS}
    argument = accesses.pop("argmem")
    inaccessible = accesses.pop("inaccessiblemem")
    # Newer locations belong to "other memory"; older values do not describe target memory.
    for word, access in accesses.items():
        if access != other and not (access == _NONE and word.startswith("target_mem")):
            return None
    present = {access for access in (argument, inaccessible, other) if access != _NONE}
    if not present:
        return ["readnone"]
    if len(present) > 1:
        return None
    words: list[str] = []
    if other == _NONE:
        if argument != _NONE and inaccessible != _NONE:
            words.append("inaccessiblemem_or_argmemonly")
        else:
            words.append("argmemonly" if argument != _NONE else "inaccessiblememonly")
    elif argument != other or inaccessible != other:
        return None
    access = present.pop()
    if access != _READ_WRITE:
        words.append(_ACCESS_WORDS[access])
    return words
