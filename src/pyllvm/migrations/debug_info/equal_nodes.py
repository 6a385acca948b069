"""Merges metadata nodes that a change of versions made equal: in LLVM, nodes of the same content are one node."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.metadata import (
    DebugRecord,
    DIArgList,
    DIExpression,
    MDNode,
    MDTuple,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
    specialized_key,
    tuple_key,
)
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context

_LOCATION: Final = "DILocation"


def merge_equal_values(module: Module, replaced: dict[Metadata, ValueAsMetadata]) -> None:
    """Let nodes refer to the wrappers in `replaced`, and merge the nodes that are equal then."""
    nodes = module.metadata_nodes()
    for node in nodes:
        for index, operand in enumerate(node.operands):
            if isinstance(operand, ValueAsMetadata):
                node.operands[index] = replaced.get(operand, operand)
    merge_equal_nodes(module, nodes)
    _replace_in_calls(module.context, replaced)


def _replace_in_calls(context: Context, replaced: dict[Metadata, ValueAsMetadata]) -> None:
    """Give calls the substitutes of the metadata wrappers that are their operands."""
    known = context.metadata
    for key, operand in list(known.items()):
        if not isinstance(operand, MetadataAsValue):
            continue
        metadata = operand.metadata
        if isinstance(metadata, DIArgList):
            metadata.arguments[:] = [replaced.get(argument, argument) for argument in metadata.arguments]
        other = replaced.get(metadata)
        if other is not None:
            del known[key]
            operand.metadata = other
            standing = known.setdefault(("value", other), operand)
            if isinstance(standing, MetadataAsValue) and standing is not operand:
                operand.move_uses_to(standing)


def _key(node: MDNode) -> object | None:
    """The key by which equal nodes are found; None if the node equals no other."""
    if node.is_distinct or isinstance(node, DIExpression):
        return None
    if isinstance(node, SpecializedNode):
        # Most nodes are locations.
        key = node._location_key() if node.spec.name == _LOCATION else None
        return specialized_key(node.spec, node.operands) if key is None else key
    return tuple_key(node.operands) if isinstance(node, MDTuple) else None


def merge_equal_nodes(module: Module, nodes: list[MDNode]) -> None:
    """Replace all nodes that are equal by one of them."""
    replaced: dict[MDNode, MDNode] = {}
    # Without the keys of locations, which are most nodes, and are found no other way.
    keys: dict[MDNode, object | None] = {}
    first: dict[object, MDNode] = {}
    changed = nodes
    count = -1
    while len(replaced) > count:
        count = len(replaced)
        for node in changed:
            key = _key(node)
            if not (isinstance(node, SpecializedNode) and node.spec.name == _LOCATION):
                keys[node] = key
            if key is not None:
                other = first.setdefault(key, node)
                if other is not node:
                    replaced[node] = other
        # The users of nodes that have just got a substitute may equal other nodes now.
        changed = []
        if len(replaced) > count:
            for node in nodes:
                if node in replaced or not _refers_to_any(node, replaced):
                    continue
                before = _key(node)
                if before is not None and first.get(before) is node:
                    del first[before]
                _replace_operands(node, replaced)
                changed.append(node)
    _find_anew(module.context, nodes, replaced, keys)
    if replaced:
        replace_nodes(module, replaced)


def _refers_to_any(node: MDNode, replaced: dict[MDNode, MDNode]) -> bool:
    """Whether an operand of a node has a substitute."""
    if isinstance(node, SpecializedNode) and node._is_packed:
        return node._scope in replaced or node._inlined_at in replaced
    return any(isinstance(operand, (SpecializedNode, MDTuple)) and operand in replaced for operand in node.operands)


def _replace_operands(node: MDNode, replaced: dict[MDNode, MDNode]) -> None:
    """Let a node refer to the substitutes of its operands."""
    operands = node.operands
    for index, operand in enumerate(operands):
        if isinstance(operand, MDNode) and operand in replaced:
            operands[index] = _last(operand, replaced)
    if isinstance(node, SpecializedNode) and node.spec.name == _LOCATION:
        node._pack()


def _last(node: MDNode, replaced: dict[MDNode, MDNode]) -> MDNode:
    while node in replaced:
        node = replaced[node]
    return node


def _find_anew(context: Context, nodes: list[MDNode], replaced: dict[MDNode, MDNode], keys: dict[MDNode, object | None]) -> None:
    """Keep nodes under what they hold now; `keys` has the keys of those in `nodes`. Packed locations need not be kept."""
    known = context.metadata
    stale: list[object] = []
    locations: list[tuple[object, SpecializedNode]] = []
    for kept_under, node in known.items():
        if not isinstance(node, MDNode):
            continue
        if node in replaced:
            stale.append(kept_under)
        elif isinstance(node, SpecializedNode) and node.spec.name == _LOCATION:
            now = specialized_key(node.spec, node._read_operands())
            if now != kept_under:
                stale.append(kept_under)
                locations.append((now, node))
        elif isinstance(node, (SpecializedNode, MDTuple)):
            key = keys[node] if node in keys else _key(node)
            if key != kept_under:
                stale.append(kept_under)
    for kept_under in stale:
        del known[kept_under]
    for now, location in locations:
        known.setdefault(now, location)
    for node in nodes:
        if node in replaced or (isinstance(node, SpecializedNode) and node.spec.name == _LOCATION):
            continue
        key = keys[node]
        if key is not None:
            known.setdefault(key, node)


def replace_nodes(module: Module, replaced: dict[MDNode, MDNode]) -> None:
    """Replace every reference to a node by a reference to its substitute."""
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
            location = instruction._debug_location
            if location is not None and location in replaced:
                instruction.debug_location = _last(location, replaced)
            for attachment in instruction._attachments or ():
                if attachment._node in replaced:
                    attachment.node = _last(attachment._node, replaced)
            for record in instruction._debug_records or ():
                _replace_in_record(record, replaced)
        for record in block.trailing_debug_records or ():
            _replace_in_record(record, replaced)


def _replace_in_record(record: DebugRecord, replaced: dict[MDNode, MDNode]) -> None:
    record.location = _now(record.location, replaced)
    if isinstance(record.variable, MDNode):
        record.variable = _last(record.variable, replaced)
    record.expression = _now(record.expression, replaced)
    if record.debug_location is not None:
        record.debug_location = _last(record.debug_location, replaced)
    record.assign_id = _now(record.assign_id, replaced)
    record.address = _now(record.address, replaced)
    record.address_expression = _now(record.address_expression, replaced)


def _now(metadata: Metadata | None, replaced: dict[MDNode, MDNode]) -> Metadata | None:
    return _last(metadata, replaced) if isinstance(metadata, MDNode) else metadata
