"""Upgrades string attributes of functions that were renamed, or replaced by attributes without quotes."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.tables.attributes import MEMORY_SINCE, MEMORY_WORDS, AttributeKind
from pyllvm.tables.reading_versions import FRAME_POINTER_SINCE, NULL_POINTER_IS_VALID_SINCE, UNIFORM_WORK_GROUPS_SINCE

ELIMINATED: Final = "no-frame-pointer-elim"
NON_LEAF: Final = "no-frame-pointer-elim-non-leaf"
FRAME_POINTER: Final = "frame-pointer"
UNIFORM: Final = "uniform-work-group-size"
NULL_POINTER_STRING: Final = "null-pointer-is-valid"
NULL_POINTER_IS_VALID: Final = "null_pointer_is_valid"


def upgraded_attributes(attributes: AttributeList, version: int) -> AttributeList:
    """The list as LLVM `version` reads it (AutoUpgrade's UpgradeAttributes)."""
    own = attributes.function
    if version >= FRAME_POINTER_SINCE:
        own = with_frame_pointer(own)
    if version >= NULL_POINTER_IS_VALID_SINCE:
        own = with_null_pointer(own)
    if version >= UNIFORM_WORK_GROUPS_SINCE:
        own = with_uniformity(own)
    if own is attributes.function:
        return attributes
    return AttributeList(own, attributes.returned, attributes.parameters)


def removed_memory_word(attributes: AttributeSet, version: int) -> AttributeKind | None:
    """The attribute of a parameter or a result that LLVM `version` no longer knows there, because `memory` replaced it."""
    if version >= MEMORY_SINCE:
        for attribute in attributes.attributes:
            kind = attribute.kind
            if kind is not None and kind.word in MEMORY_WORDS and not kind.is_in(version):
                return kind
    return None


def with_frame_pointer(attributes: AttributeSet) -> AttributeSet:
    """The set with `"frame-pointer"` instead of the two attributes of LLVM 9 and older."""
    eliminated = attributes.find(ELIMINATED)
    non_leaf = attributes.find(NON_LEAF)
    if eliminated is None and non_leaf is None:
        return attributes
    kept = "none"
    if eliminated is not None:
        kept = "all" if eliminated.value == "true" else "none"
    if non_leaf is not None and kept != "all":
        kept = "non-leaf"
    return attributes.removing(ELIMINATED, NON_LEAF).adding(Attribute.of_string(FRAME_POINTER, kept))


def with_null_pointer(attributes: AttributeSet) -> AttributeSet:
    """The set with `null_pointer_is_valid` instead of the string of LLVM 10 and older."""
    known = attributes.find(NULL_POINTER_STRING)
    if known is None:
        return attributes
    kept = attributes.removing(NULL_POINTER_STRING)
    return kept.adding(Attribute.of(NULL_POINTER_IS_VALID)) if known.value == "true" else kept


def with_uniformity(attributes: AttributeSet) -> AttributeSet:
    """The set with the attribute for uniform work groups without its value; without the attribute if the value is not "true"."""
    known = attributes.find(UNIFORM)
    if known is None or not known.value:
        return attributes
    kept = attributes.removing(UNIFORM)
    return kept.adding(Attribute.of_string(UNIFORM)) if known.value == "true" else kept
