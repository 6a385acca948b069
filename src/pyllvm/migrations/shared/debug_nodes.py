"""Nodes of debug information that changed their form: what an older LLVM asks of them, whichever release no longer does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyllvm.ir.metadata import MDString, SpecializedNode, specialized_key
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.tables.dwarf import TAG_MEMBER, TAG_VARIABLE

_NAMELESS: Final = "unnamed"


def members_downgrade(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """LLVM 18: a static member is a DW_TAG_variable; before, it was a DW_TAG_member as others are."""
    for node in nodes:
        if isinstance(node, SpecializedNode) and node.spec.name == "DIDerivedType" and node["tag"] == TAG_VARIABLE:
            set_field(module, node, "tag", TAG_MEMBER)


def names_downgrade(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """LLVM 15: a global variable of debug information may have no name; before, it had the one of its symbol, or some other."""
    for node in nodes:
        if isinstance(node, SpecializedNode) and node.spec.name == "DIGlobalVariable":
            name = node["name"]
            if isinstance(name, MDString) and name.text:
                continue
            linkage_name = node["linkageName"]
            if not isinstance(linkage_name, MDString) or not linkage_name.text:
                linkage_name = MDString.get(module.context, _NAMELESS)
            set_field(module, node, "name", linkage_name)


def set_field(module: Module, node: SpecializedNode, field: str, value: object) -> None:
    """Change one field of a node in its place; nodes that are unique stay found by what they hold."""
    set_operand(module, node, node.spec.index_of(field), value)


def set_operand(module: Module, node: SpecializedNode, index: int, value: object) -> None:
    """The same by the place of the field."""
    known = module.context.metadata
    before = specialized_key(node.spec, node.operands)
    is_unique = known.get(before) is node
    node.operands[index] = value
    if is_unique:
        del known[before]
        known.setdefault(specialized_key(node.spec, node.operands), node)
