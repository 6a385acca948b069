"""LLVM 21: sizes and offsets of debug information's types became metadata; constants, where they were numbers."""

from __future__ import annotations

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import Attachment, MDNode, Metadata, MetadataAsValue, SpecializedNode, ValueAsMetadata, specialized_key
from pyllvm.ir.module import Module
from pyllvm.schema.kinds import Extent


def upgrade(module: Module, version: int) -> None:
    """Put a constant `i64` in the place of every number."""
    context = module.context
    wide = context.integer(64)
    for node in _nodes(module):
        if not isinstance(node, SpecializedNode):
            continue
        fields = node.spec.fields
        places = [
            index
            for index, value in enumerate(node.operands)
            if isinstance(value, int) and isinstance(fields[index].kind, Extent)
        ]
        if not places:
            continue
        before = specialized_key(node.spec, node.operands)
        for index in places:
            value = node.operands[index]
            assert isinstance(value, int)
            node.operands[index] = ValueAsMetadata.get(context, ConstantInt.get(wide, value))
        if context.metadata.get(before) is node:
            del context.metadata[before]
            context.metadata[specialized_key(node.spec, node.operands)] = node


def _nodes(module: Module) -> list[MDNode]:
    """All nodes that the module can reach."""
    waiting: list[object] = list(module.context.metadata.values())
    for named in module.named_metadata:
        waiting.extend(named.operands)
    for value in module.global_values:
        waiting.extend(_attached(value.attachments))
    for function in module.functions:
        for instruction in function.instructions:
            waiting.append(instruction.debug_location)
            waiting.extend(_attached(instruction.attachments or []))
            for operand in instruction.operands:
                if isinstance(operand, MetadataAsValue):
                    waiting.append(operand.metadata)
            for record in instruction.debug_records or []:
                waiting += [record.location, record.variable, record.debug_location, record.assign_id]
    found: dict[MDNode, None] = {}
    while waiting:
        metadata = waiting.pop()
        if isinstance(metadata, MDNode) and metadata not in found:
            found[metadata] = None
            waiting.extend([operand for operand in metadata.operands if isinstance(operand, Metadata)])
    return list(found)


def _attached(attachments: list[Attachment]) -> list[MDNode]:
    return [attachment.node for attachment in attachments]
