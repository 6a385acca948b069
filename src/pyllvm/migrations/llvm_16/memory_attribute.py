"""LLVM 16: `readnone`, `argmemonly` and similar attributes of a function became one attribute, `memory(...)`."""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import Attribute, AttributeSet, memory_attribute
from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import BodyUpgrade
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.attributes import removed_memory_word
from pyllvm.migrations.shared.attribute_lists import begin_map, map_attribute_sets
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.tables.attributes import MEMORY_LOCATIONS, MEMORY_OTHER_BIT, MEMORY_SINCE, MEMORY_WORDS

MEMORY: Final = "memory"
_NONE: Final = 0
_READ_WRITE: Final = 3
_ACCESS_WORDS: Final[dict[int, str]] = {1: "readonly", 2: "writeonly"}


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Replace the older attributes of functions by `memory(...)`, and return what does so in bodies.

    Those that parameters may have stay. Raises PyllvmError if a parameter or a result has another one. Only bitcode can have
    it there, and LLVM refuses to read it.
    """

    def with_memory(attributes: AttributeSet) -> AttributeSet:
        words = [attribute.name for attribute in attributes.attributes if attribute.name in MEMORY_WORDS]
        if not words:
            return attributes
        return attributes.removing(*words).adding(memory_attribute(words, version))

    def checked(attributes: AttributeSet) -> AttributeSet:
        kind = removed_memory_word(attributes, version)
        if kind is not None:
            raise PyllvmError(f"Unknown attribute kind ({kind.number})")
        return attributes

    return begin_map(module, with_memory, checked)


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put the words in the place of `memory(...)`, and weaker ones where no words say the same."""

    def with_words(attributes: AttributeSet) -> AttributeSet:
        found = attributes.find(MEMORY)
        if found is None:
            return attributes
        words, is_exact = _words_of(found.integer)
        if not is_exact:
            losses.drop("part of the attribute 'memory'", MEMORY_SINCE)
        return attributes.removing(MEMORY).adding(*[Attribute.of(word) for word in words])

    map_attribute_sets(module, bodies, with_words, None)


def _words_of(value: int) -> tuple[list[str], bool]:
    """The words that say of a value of `memory` what words can say, and whether that is all of it."""
    accesses = {word: value >> bit & 3 for word, bit, _ in MEMORY_LOCATIONS}
    argument = accesses.pop("argmem")
    inaccessible = accesses.pop("inaccessiblemem")
    other = value >> MEMORY_OTHER_BIT & 3
    is_exact = True
    # Newer locations belong to "other memory"; older values do not describe target memory.
    for word, access in accesses.items():
        if access != other and not (access == _NONE and word.startswith("target_mem")):
            is_exact = False
            other |= access
    present = argument | inaccessible | other
    if present == _NONE:
        return ["readnone"], is_exact
    words: list[str] = []
    if other == _NONE:
        if argument != _NONE and inaccessible != _NONE:
            words.append("inaccessiblemem_or_argmemonly")
            is_exact = is_exact and argument == inaccessible
        else:
            words.append("argmemonly" if argument != _NONE else "inaccessiblememonly")
    else:
        is_exact = is_exact and argument == other and inaccessible == other
    if present != _READ_WRITE:
        words.append(_ACCESS_WORDS[present])
    return words, is_exact
