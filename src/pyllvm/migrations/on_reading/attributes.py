"""String attributes of functions that got another name, or became words, as LLVM reads them from bitcode."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet

FRAME_POINTER_SINCE: Final = 10
NULL_POINTER_IS_VALID_SINCE: Final = 11
_ELIMINATED: Final = "no-frame-pointer-elim"
_NON_LEAF: Final = "no-frame-pointer-elim-non-leaf"
_NULL_IS_VALID: Final = "null-pointer-is-valid"


def upgraded_attributes(attributes: AttributeList, version: int) -> AttributeList:
    """The list as LLVM `version` reads it (AutoUpgrade's UpgradeAttributes)."""
    own = attributes.function
    if version >= FRAME_POINTER_SINCE:
        own = _with_frame_pointer(own)
    if version >= NULL_POINTER_IS_VALID_SINCE:
        own = _with_null_pointer(own)
    if own is attributes.function:
        return attributes
    return AttributeList(own, attributes.returned, attributes.parameters)


def _with_frame_pointer(attributes: AttributeSet) -> AttributeSet:
    eliminated = attributes.find(_ELIMINATED)
    non_leaf = attributes.find(_NON_LEAF)
    if eliminated is None and non_leaf is None:
        return attributes
    kept = "none"
    if eliminated is not None:
        kept = "all" if eliminated.value == "true" else "none"
    if non_leaf is not None and kept != "all":
        kept = "non-leaf"
    return attributes.removing(_ELIMINATED, _NON_LEAF).adding(Attribute.of_string("frame-pointer", kept))


def _with_null_pointer(attributes: AttributeSet) -> AttributeSet:
    known = attributes.find(_NULL_IS_VALID)
    if known is None:
        return attributes
    kept = attributes.removing(_NULL_IS_VALID)
    return kept.adding(Attribute.of("null_pointer_is_valid")) if known.value == "true" else kept
