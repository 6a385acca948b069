"""LLVM 17 and 23: what a function declares for itself belongs to its subprogram's retained nodes, not to its unit's lists.

Source: `MetadataLoader::upgradeCULocals`. LLVM 17 moved the imports.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.debug_info.scopes import ScopeEnds
from pyllvm.ir.metadata import MDNode, MDTuple, SpecializedNode, specialized_key
from pyllvm.ir.module import Module
from pyllvm.tables.debug_info_versions import RETAINED_IMPORTS_SINCE, RETAINED_TYPES_SINCE
from pyllvm.tables.intrinsic_names import UNITS

IMPORTS: Final = "imports"


# The lists of a unit that LLVM 23 looks through, in its order.
_LISTS: Final = ("globals", IMPORTS, "enums")


RETAINED: Final = "retainedNodes"


def move_local_entities(module: Module, version: int) -> None:
    """Move local entities from the units to the subprograms, as LLVM does to every module of bitcode before it reads a body."""
    if version < RETAINED_IMPORTS_SINCE:
        return
    for unit in units_of(module):
        _move(module, unit, _LISTS if version >= RETAINED_TYPES_SINCE else (IMPORTS,))


def units_of(module: Module) -> list[SpecializedNode]:
    named = module.named_metadata_of(UNITS)
    nodes: list[MDNode] = [] if named is None else named.operands
    return [node for node in nodes if isinstance(node, SpecializedNode) and node.spec.name == "DICompileUnit"]


def _move(module: Module, unit: SpecializedNode, lists: tuple[str, ...]) -> None:
    moved: dict[SpecializedNode, list[object]] = {}
    ends = ScopeEnds()
    for field in lists:
        members = unit[field]
        if not isinstance(members, MDTuple):
            continue
        kept: list[object] = []
        for member in members.operands:
            owner = _owner(member, ends)
            if owner is None:
                kept.append(member)
            else:
                moved.setdefault(owner, []).append(member)
        if len(kept) != len(members.operands):
            set_list(module, unit, field, MDTuple.get(module.context, kept))
    for subprogram, entities in moved.items():
        retained = subprogram[RETAINED]
        before = retained.operands if isinstance(retained, MDTuple) else []
        set_list(module, subprogram, RETAINED, MDTuple.get(module.context, [*before, *entities]))


def _owner(entity: object, ends: ScopeEnds) -> SpecializedNode | None:
    """The subprogram that the entity is local to; None if it is global."""
    if isinstance(entity, SpecializedNode) and entity.spec.name == "DIGlobalVariableExpression":
        entity = entity["var"]
    # Malformed debug information may have a node of another kind here.
    has_scope = isinstance(entity, SpecializedNode) and entity.spec.has_field("scope")
    return ends.subprogram_of(entity["scope"]) if has_scope and isinstance(entity, SpecializedNode) else None


def set_list(module: Module, node: SpecializedNode, field: str, value: object) -> None:
    known = module.context.metadata
    key = specialized_key(node.spec, node.operands)
    is_known = known.get(key) is node
    node.operands[node.spec.index_of(field)] = value
    if is_known:
        del known[key]
        known.setdefault(specialized_key(node.spec, node.operands), node)
