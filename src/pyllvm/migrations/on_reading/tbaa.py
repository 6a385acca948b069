"""Upgrades `!tbaa` tags that name a scalar type instead of an access: the tags of LLVM 3.2 and older."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import MDNode, MDTuple, ValueAsMetadata
from pyllvm.ir.types import Context

_OLD_FORM: Final = "an access tag must have a node for its base type and one for its access type; this is read as a scalar type"


def upgraded_tbaa_tag(context: Context, tag: MDNode) -> MDNode:
    """The tag in the form (base type, access type, offset, constant?) (AutoUpgrade's UpgradeTBAANode)."""
    operands = tag.operands
    if not operands or (isinstance(operands[0], MDNode) and len(operands) >= 3):
        return tag
    if context.reading_notes is not None:
        context.reading_notes.append(("tbaa-tag", _OLD_FORM, tag))
    offset = ValueAsMetadata.get(context, ConstantInt.get(context.integer(64), 0))
    if len(operands) == 3:
        scalar = MDTuple.get(context, operands[:2])
        return MDTuple.get(context, [scalar, scalar, offset, operands[2]])
    return MDTuple.get(context, [tag, tag, offset])
