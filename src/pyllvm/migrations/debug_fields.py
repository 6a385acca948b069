"""Drops the fields of debug information's nodes that the LLVM that is asked for does not have: `tables.metadata_nodes` has when.

Nodes that differ in such a field alone become one, as they do where that LLVM reads them.
"""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.metadata import (
    DebugRecord,
    DIExpression,
    MDNode,
    MDString,
    MDTuple,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    specialized_key,
)
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.migrations.loss import Losses
from pyllvm.schema.kinds import Extent, Flags
from pyllvm.schema.names import Name
from pyllvm.schema.node import Field, NodeSpec


def drop_fields(module: Module, version: int, losses: Losses) -> None:
    """Set what LLVM `version` has no field for to what it is where text omits it."""
    nodes = [node for node in module.metadata_nodes() if isinstance(node, MDNode)]
    is_changed = False
    for node in nodes:
        if not isinstance(node, SpecializedNode) or version < node.spec.since:
            continue
        for index, field in enumerate(node.spec.fields):
            value = node.operands[index]
            if value is None or value is False or (isinstance(value, int) and value == field.default):
                continue
            kept = _kept(node.spec, index, field, value, version)
            # A number is compared by its value: compiled code makes it anew.
            is_same = kept == value if isinstance(kept, int) and isinstance(value, int) else kept is value
            if not is_same:
                node.operands[index] = kept
                is_changed = True
                names = _dropped_names(field, value, kept, version)
                for name in names:
                    losses.drop(f"'{name.text}' of !{node.spec.name}", name.since, until=name.until)
                if not names:
                    since, until = _releases(node.spec, index)
                    losses.drop(f"'{field.name}:' of !{node.spec.name}", since, until=until)
    if is_changed:
        make_unique(module, nodes)


def _kept(spec: NodeSpec, index: int, field: Field, value: object, version: int) -> object:
    """What is left of a field's value."""
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


# --- nodes that became equal


def _key(node: MDNode) -> object | None:
    if node.is_distinct or isinstance(node, DIExpression):
        return None
    if isinstance(node, SpecializedNode):
        return specialized_key(node.spec, node.operands)
    return (None, tuple(node.operands)) if isinstance(node, MDTuple) else None


def make_unique(module: Module, nodes: list[MDNode]) -> None:
    """Let one of the nodes that are equal stand for all of them."""
    replaced: dict[MDNode, MDNode] = {}
    while True:
        first: dict[object, MDNode] = {}
        count = len(replaced)
        for node in nodes:
            key = None if node in replaced else _key(node)
            if key is not None:
                other = first.setdefault(key, node)
                if other is not node:
                    replaced[node] = other
        if len(replaced) == count:
            break
        for node in nodes:
            for index, operand in enumerate(node.operands):
                if isinstance(operand, MDNode) and operand in replaced:
                    node.operands[index] = _last(operand, replaced)
    _find_anew(module.context, nodes, replaced)
    if replaced:
        replace_nodes(module, replaced)


def _last(node: MDNode, replaced: dict[MDNode, MDNode]) -> MDNode:
    while node in replaced:
        node = replaced[node]
    return node


def _find_anew(context: Context, nodes: list[MDNode], replaced: dict[MDNode, MDNode]) -> None:
    """Keep nodes under what they hold now."""
    known = context.metadata
    for kept_under, node in list(known.items()):
        if (isinstance(node, (SpecializedNode, MDTuple)) and _key(node) != kept_under) or (
            isinstance(node, MDNode) and node in replaced
        ):
            del known[kept_under]
    for node in nodes:
        key = None if node in replaced else _key(node)
        if key is not None:
            known.setdefault(key, node)


def replace_nodes(module: Module, replaced: dict[MDNode, MDNode]) -> None:
    """Let everything that names a node name the one that stands for it."""
    for named in module.named_metadata:
        named.operands[:] = [_last(node, replaced) for node in named.operands]
    for value in module.global_values:
        for attachment in value.attachments:
            attachment.node = _last(attachment.node, replaced)
    for operand in list(module.context.metadata.values()):
        if isinstance(operand, MetadataAsValue) and isinstance(operand.metadata, MDNode):
            operand.metadata = _last(operand.metadata, replaced)
    for function in module.functions:
        _replace_in_body(function, replaced)


def _replace_in_body(function: Function, replaced: dict[MDNode, MDNode]) -> None:
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.debug_location is not None:
                instruction.debug_location = _last(instruction.debug_location, replaced)
            for attachment in instruction.attachments or ():
                attachment.node = _last(attachment.node, replaced)
            for record in instruction.debug_records or ():
                _replace_in_record(record, replaced)
        for record in block.trailing_debug_records or ():
            _replace_in_record(record, replaced)


def _replace_in_record(record: DebugRecord, replaced: dict[MDNode, MDNode]) -> None:
    def now(metadata: Metadata | None) -> Metadata | None:
        return _last(metadata, replaced) if isinstance(metadata, MDNode) else metadata

    record.location = now(record.location)
    variable = now(record.variable)
    assert variable is not None
    record.variable = variable
    record.expression = now(record.expression)
    if record.debug_location is not None:
        record.debug_location = _last(record.debug_location, replaced)
    record.assign_id = now(record.assign_id)
    record.address = now(record.address)
    record.address_expression = now(record.address_expression)
