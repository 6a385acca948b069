"""Updates what refers to global values and blocks that are replaced or deleted: metadata, and addresses of blocks.

LLVM puts the address 1 in the place of a deleted block: `blockaddress(@f, %gone)` becomes `inttoptr (i32 1 to ptr)`.
"""

from __future__ import annotations

from collections.abc import Iterable

from pyllvm.editing.blocks import forget_address
from pyllvm.ir.constants import BlockAddress
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.metadata import MDNode, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.odr import content_key
from pyllvm.ir.types import Context
from pyllvm.ir.value import Value


def replace_in_metadata(context: Context, nodes: Iterable[Metadata], old: Value, new: Value) -> None:
    """Make metadata refer to `new` instead of `old` (ValueAsMetadata::handleRAUW); only `nodes` may refer to `old`."""
    wrapped = context.metadata.get(old)
    if not isinstance(wrapped, ValueAsMetadata):
        return
    wrappers = wrapped._wrappers()
    other = wrapped.wrap_instead(context, new)
    if other is wrapped:
        return
    for node in nodes:
        if isinstance(node, MDNode) and not node._is_packed:
            for one in wrappers:
                if one in node.operands:
                    _replace_operand(context, node, one, other)
    for one in wrappers:
        operand = context.metadata.pop(("value", one), None)
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
    wrappers = set(wrapped._wrappers())
    for node in nodes:
        if isinstance(node, MDNode) and not node._is_packed and not wrappers.isdisjoint(node.operands):
            if not node.is_distinct and context.metadata.get(content_key(node)) is node:
                del context.metadata[content_key(node)]
            node.operands[:] = [None if operand in wrappers else operand for operand in node.operands]
            node.is_distinct = True


def forget_blocks(function: Function) -> None:
    """Replace the addresses of all blocks of a function that is about to lose its body (BasicBlock's destructor)."""
    if not function.is_materialized:
        return
    for block in function.blocks:
        if block.has_uses:
            forget_address(block)


def forget_lost_blocks(result: Module, addresses: list[BlockAddress]) -> None:
    """Replace the given addresses whose blocks were not moved into `result`."""
    for address in addresses:
        if len(address.operands) < 2:
            continue
        block = address.block
        if isinstance(block, BasicBlock):
            owner = block.parent
            if owner is None or owner.parent is not result:
                forget_address(block)
