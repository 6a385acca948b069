"""LLVM 23: what a function declares for itself belongs to its subprogram's retained nodes, and no longer to its unit's lists.

Source: `MetadataLoader::upgradeCULocals`. LLVM 17 moved the imports first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyllvm.ir.debug_info.scopes import ScopeEnds
from pyllvm.ir.metadata import MDNode, MDTuple, SpecializedNode, specialized_key
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.tables.debug_info_versions import RETAINED_IMPORTS_SINCE, RETAINED_TYPES_SINCE
from pyllvm.tables.dwarf import TAG_ENUMERATION_TYPE

_UNITS: Final = "llvm.dbg.cu"
_IMPORTS: Final = "imports"
# The lists of a unit that LLVM 23 looks through, in its order.
_LISTS: Final = ("globals", _IMPORTS, "enums")
_RETAINED: Final = "retainedNodes"


def upgrade(module: Module, version: int) -> None:
    """Move local entities from the units to the subprograms, as LLVM does to every module of bitcode before it reads a body."""
    if version < RETAINED_IMPORTS_SINCE:
        return
    for unit in _units(module):
        _move(module, unit, _LISTS if version >= RETAINED_TYPES_SINCE else (_IMPORTS,))


def _units(module: Module) -> list[SpecializedNode]:
    named = module.named_metadata_of(_UNITS)
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
            _set(module, unit, field, MDTuple.get(module.context, kept))
    for subprogram, entities in moved.items():
        retained = subprogram[_RETAINED]
        before = retained.operands if isinstance(retained, MDTuple) else []
        _set(module, subprogram, _RETAINED, MDTuple.get(module.context, [*before, *entities]))


def _owner(entity: object, ends: ScopeEnds) -> SpecializedNode | None:
    """The subprogram that the entity is local to; None if it is global."""
    if isinstance(entity, SpecializedNode) and entity.spec.name == "DIGlobalVariableExpression":
        entity = entity["var"]
    # Malformed debug information may have a node of another kind here.
    has_scope = isinstance(entity, SpecializedNode) and entity.spec.has_field("scope")
    return ends.subprogram_of(entity["scope"]) if has_scope and isinstance(entity, SpecializedNode) else None


def _set(module: Module, node: SpecializedNode, field: str, value: object) -> None:
    known = module.context.metadata
    key = specialized_key(node.spec, node.operands)
    is_known = known.get(key) is node
    node.operands[node.spec.index_of(field)] = value
    if is_known:
        del known[key]
        known.setdefault(specialized_key(node.spec, node.operands), node)


def downgrade_nodes(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """Move variables and enumerations back to the unit; other types need no list there."""
    units = _units(module)
    for node in nodes if units else ():
        if isinstance(node, SpecializedNode) and node.spec.name == "DISubprogram":
            # A declaration names no unit.
            unit = node["unit"]
            _move_back(module, node, unit if isinstance(unit, SpecializedNode) else units[0], version)


def _move_back(module: Module, subprogram: SpecializedNode, unit: SpecializedNode, version: int) -> None:
    retained = subprogram[_RETAINED]
    if not isinstance(retained, MDTuple):
        return
    kept: list[object] = []
    moved: dict[str, list[object]] = {}
    for member in retained.operands:
        name = member.spec.name if isinstance(member, SpecializedNode) else ""
        if name == "DIGlobalVariableExpression":
            moved.setdefault("globals", []).append(member)
        elif name == "DICompositeType" and _is_enumeration(member):
            moved.setdefault("enums", []).append(member)
        elif name == "DIImportedEntity" and version < RETAINED_IMPORTS_SINCE:
            moved.setdefault(_IMPORTS, []).append(member)
        elif not name.endswith("Type"):
            kept.append(member)
    if len(kept) == len(retained.operands):
        return
    for field, entities in moved.items():
        members = unit[field]
        before = members.operands if isinstance(members, MDTuple) else []
        _set(module, unit, field, MDTuple.get(module.context, [*before, *entities]))
    _set(module, subprogram, _RETAINED, MDTuple.get(module.context, kept))


def _is_enumeration(member: object) -> bool:
    return isinstance(member, SpecializedNode) and member["tag"] == TAG_ENUMERATION_TYPE
