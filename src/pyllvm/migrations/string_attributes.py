"""String attributes of functions that got another name, or became words: LLVM 10 (`frame-pointer`) and 11."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.module import Module
from pyllvm.migrations.attribute_lists import map_attribute_sets

_ELIMINATED = "no-frame-pointer-elim"
_NON_LEAF = "no-frame-pointer-elim-non-leaf"
_NULL_IS_VALID = "null-pointer-is-valid"


def upgrade_frame_pointer(module: Module, version: int) -> None:
    """Say in `"frame-pointer"` what two attributes said (AutoUpgrade's UpgradeAttributes)."""
    map_attribute_sets(module, _with_frame_pointer, None)


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


def upgrade_null_pointer(module: Module, version: int) -> None:
    """The string `"null-pointer-is-valid"="true"` became the word."""
    map_attribute_sets(module, _with_null_pointer, None)


def _with_null_pointer(attributes: AttributeSet) -> AttributeSet:
    known = attributes.find(_NULL_IS_VALID)
    if known is None:
        return attributes
    kept = attributes.removing(_NULL_IS_VALID)
    return kept.adding(Attribute.of("null_pointer_is_valid")) if known.value == "true" else kept
