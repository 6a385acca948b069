"""Drops the fields of debug information's nodes that the LLVM that is asked for does not have: `tables.metadata_nodes` has when.

Nodes that differ in such a field alone become one, as they do where that LLVM reads them.
"""

from __future__ import annotations

from pyllvm.ir.metadata import MDNode, MDString, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import DEBUG_INFO, Losses
from pyllvm.migrations.shared.equal_nodes import merge_equal_nodes
from pyllvm.schema.kinds import Extent, Flags
from pyllvm.schema.names import Name
from pyllvm.schema.node import Field, NodeSpec
from pyllvm.tables.bitcode_versions import IMPLICIT_CODE_SINCE


def drop_fields(module: Module, nodes: list[MDNode], version: int, losses: Losses) -> None:
    """Set what LLVM `version` has no field for, in any of the module's nodes, to what it is where text omits it."""
    is_changed = False
    places_of: dict[str, list[int]] = {}
    for node in nodes:
        if not isinstance(node, SpecializedNode) or version < node.spec.since:
            continue
        if node.is_packed and version >= IMPLICIT_CODE_SINCE:
            continue
        places = places_of.get(node.spec.name)
        if places is None:
            places = _places(node.spec, version)
            places_of[node.spec.name] = places
        operands = node.operands
        for index in places:
            field = node.spec.fields[index]
            value = operands[index]
            if value is None or value is False or (isinstance(value, int) and value == field.default):
                continue
            kept = _kept(node.spec, index, field, value, version)
            # Compiled code makes another object of an equal number.
            if kept is not value and kept != value:
                operands[index] = kept
                is_changed = True
                names = _dropped_names(field, value, kept, version)
                for name in names:
                    losses.drop(f"'{name.text}' of !{node.spec.name}", name.since, until=name.until, grade=DEBUG_INFO)
                if not names:
                    since, until = _releases(node.spec, index)
                    losses.drop(f"'{field.name}:' of !{node.spec.name}", since, until=until, grade=DEBUG_INFO)
    if is_changed:
        merge_equal_nodes(module, nodes)


def _places(spec: NodeSpec, version: int) -> list[int]:
    """The positions of the operands that `version` does not hold, or whose flags it may not have."""
    return [
        index for index, field in enumerate(spec.fields) if isinstance(field.kind, Flags) or spec.lacks(index, version)
    ]


def _kept(spec: NodeSpec, index: int, field: Field, value: object, version: int) -> object:
    """The part of a field's value that `version` can hold."""
    if isinstance(value, MDString) and not value.text:
        return value
    labels = [label for label in spec.labels if label.index == index]
    if not labels:
        return value
    bits = 0
    for label in labels:
        if label.since <= version <= label.until:
            if not label.mask:
                return _known_flags(field, value, version)
            bits |= label.mask << label.shift
    if isinstance(value, int):
        if not bits:
            return field.default
        return value if not value & ~bits else value & bits
    return 0 if isinstance(field.kind, Extent) else field.default


def _known_flags(field: Field, value: object, version: int) -> object:
    """Of a field of flags, those that have a name."""
    if not isinstance(field.kind, Flags) or not isinstance(value, int):
        return value
    known = 0
    unknown = 0
    for name in field.kind.table.table.names():
        if name.since <= version <= name.until:
            known |= name.number
        else:
            unknown |= name.number
    dropped = value & unknown & ~known
    return value & ~dropped if dropped else value


def _dropped_names(field: Field, value: object, kept: object, version: int) -> list[Name]:
    """The names of the flags that are gone; none where the field itself is."""
    if not isinstance(field.kind, Flags) or not isinstance(value, int) or not isinstance(kept, int):
        return []
    gone = value & ~kept
    return [name for name in field.kind.table.table.names() if name.number & gone and not name.since <= version <= name.until]


def _releases(spec: NodeSpec, index: int) -> tuple[int, int]:
    labels = [label for label in spec.labels if label.index == index and not label.mask]
    return min([label.since for label in labels]), max([label.until for label in labels])
