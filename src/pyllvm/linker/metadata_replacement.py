"""Updates metadata about a global value when another value replaces it."""

from __future__ import annotations

from collections.abc import Iterable

from pyllvm.ir.metadata import MDNode, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.odr import content_key
from pyllvm.ir.types import Context
from pyllvm.ir.value import Value


def replace_in_metadata(context: Context, nodes: Iterable[Metadata], old: Value, new: Value) -> None:
    """Make metadata refer to `new` instead of `old` (ValueAsMetadata::handleRAUW); only `nodes` may refer to `old`."""
    wrapped = context.metadata.pop(old, None)
    if not isinstance(wrapped, ValueAsMetadata):
        return
    other = context.metadata.get(new)
    wrapped.value = new
    if other is None:
        context.metadata[new] = wrapped
        return
    assert isinstance(other, ValueAsMetadata)
    for node in nodes:
        if isinstance(node, MDNode) and not node._is_packed and wrapped in node.operands:
            _replace_operand(context, node, wrapped, other)
    operand = context.metadata.pop(("value", wrapped), None)
    if isinstance(operand, MetadataAsValue):
        known = context.metadata.get(("value", other))
        if isinstance(known, MetadataAsValue):
            operand.move_uses_to(known)
        else:
            operand.metadata = other
            context.metadata[("value", other)] = operand


def _replace_operand(context: Context, node: MDNode, old: ValueAsMetadata, new: ValueAsMetadata) -> None:
    """Replace an operand. A node that becomes equal to another turns distinct (MDNode::handleChangedOperand)."""
    is_unique = not node.is_distinct
    if is_unique and context.metadata.get(content_key(node)) is node:
        del context.metadata[content_key(node)]
    node.operands[:] = [new if operand is old else operand for operand in node.operands]
    if not is_unique:
        return
    key = content_key(node)
    if key in context.metadata:
        node.is_distinct = True
    else:
        context.metadata[key] = node


def forget_in_metadata(context: Context, nodes: Iterable[Metadata], value: Value) -> None:
    """Remove a deleted value from metadata: its operand becomes null, and the node becomes distinct."""
    wrapped = context.metadata.pop(value, None)
    if not isinstance(wrapped, ValueAsMetadata):
        return
    for node in nodes:
        if isinstance(node, MDNode) and not node._is_packed and wrapped in node.operands:
            if not node.is_distinct and context.metadata.get(content_key(node)) is node:
                del context.metadata[content_key(node)]
            node.operands[:] = [None if operand is wrapped else operand for operand in node.operands]
            node.is_distinct = True
