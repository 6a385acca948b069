"""Keeps the metadata of a module apart from other modules' metadata in its context while the module is upgraded.

An upgrade looks at all metadata of the context. Modules that were linked before have been upgraded, and their number must not
matter. Afterwards, nodes that are equal to other modules' nodes are one node, as in LLVM, which upgrades while it reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self, final

from pyllvm.ir.function import Function
from pyllvm.ir.metadata import (
    Attachment,
    DebugRecord,
    DIArgList,
    DIExpression,
    MDNode,
    MDString,
    Metadata,
    MetadataAsValue,
    ValueAsMetadata,
)
from pyllvm.ir.module import Module
from pyllvm.ir.odr import content_key, join_types
from pyllvm.ir.types import Context


@final
class SeparateMetadata:
    """A context whose metadata is put aside until `join`, or until the end of a `with` block, if this `applies`.

    The module is read and upgraded in between, with all its bodies.
    """

    def __init__(self, context: Context, applies: bool) -> None:
        self._context: Final = context
        self._others: Final = context.metadata
        self._types: Final = context.types_by_identifier
        # The first module has nothing to be kept apart from.
        self._is_apart = applies and len(context.metadata) > 0
        if self._is_apart:
            context.metadata = {}
            if self._types is not None:
                context.types_by_identifier = {}
                context.types_of_others = self._types

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._return()

    def _return(self) -> None:
        if self._is_apart:
            self._is_apart = False
            self._context.metadata = self._others
            self._context.types_by_identifier = self._types
            self._context.types_of_others = None

    def join(self, module: Module) -> None:
        """Add the module's metadata to the others' metadata. Where they have equal metadata, it replaces the module's own."""
        if not self._is_apart:
            return
        joined = _JoinedMetadata(self._others)
        found = module.metadata_nodes()
        own = self._context.metadata
        types = self._context.types_by_identifier
        self._return()
        of_types: list[object] = []
        if types is not None and self._types is not None:
            of_types = list(types.values())
            joined.replaced.update(join_types(self._types, types))
        of_context = [one.metadata if isinstance(one, MetadataAsValue) else one for one in own.values()]
        nodes = joined.new_nodes([*found, *of_context, *of_types])
        joined.add_leaves(own)
        joined.add_nodes(nodes)
        joined.add_operands(own)
        joined.replace_in_module(module)


@final
class _JoinedMetadata:
    """Joins the metadata of one more module to the existing metadata of a context."""

    def __init__(self, known: dict[object, object]) -> None:
        self._known: Final = known
        self.replaced: Final[dict[object, Metadata]] = {}
        """The context's metadata for the module's metadata that it had already."""

    def new_nodes(self, found: Sequence[object]) -> list[MDNode]:
        """The nodes among what was found, and their operands."""
        nodes: list[MDNode] = []
        met: set[MDNode] = set()
        for metadata in found:
            if isinstance(metadata, MDNode) and metadata not in met:
                met.add(metadata)
                nodes.append(metadata)
        place = 0
        while place < len(nodes):
            for operand in nodes[place].operands:
                if isinstance(operand, MDNode) and operand not in met:
                    met.add(operand)
                    nodes.append(operand)
            place += 1
        return nodes

    def add_leaves(self, own: dict[object, object]) -> None:
        """Add strings and values."""
        known = self._known
        for metadata in own.values():
            key: object
            if isinstance(metadata, MDString):
                key = metadata.text
            elif isinstance(metadata, ValueAsMetadata):
                key = metadata.value
            else:
                continue
            standing = known.setdefault(key, metadata)
            if standing is not metadata:
                assert isinstance(standing, Metadata)
                self.replaced[metadata] = standing

    def add_nodes(self, nodes: list[MDNode]) -> None:
        """Add the nodes that are unique by their operands, and replace the operands of all."""
        known = self._known
        order = operands_first(nodes)
        for node in order:
            self._replace_operands(node)
            key = ("DIExpression", tuple(node.elements)) if isinstance(node, DIExpression) else content_key(node)
            standing = known.setdefault(key, node)
            if standing is not node:
                assert isinstance(standing, MDNode)
                self.replaced[node] = standing
        for node in nodes:
            if node.is_distinct:
                self._replace_operands(node)

    def _replace_operands(self, node: MDNode) -> None:
        replaced = self.replaced
        operands = node.operands
        for index in range(len(operands)):
            operand = operands[index]
            if isinstance(operand, Metadata):
                other = replaced.get(operand)
                if other is not None:
                    operands[index] = other

    def add_operands(self, own: dict[object, object]) -> None:
        """Add the operands of instructions that wrap metadata."""
        for operand in own.values():
            if isinstance(operand, MetadataAsValue):
                operand.metadata = self._now(operand.metadata)
                standing = self._known.setdefault(("value", operand.metadata), operand)
                if standing is not operand:
                    assert isinstance(standing, MetadataAsValue)
                    operand.move_uses_to(standing)

    def _now(self, metadata: Metadata) -> Metadata:
        """The substitute for this metadata, or the metadata itself."""
        if isinstance(metadata, DIArgList):
            arguments = metadata.arguments
            for index in range(len(arguments)):
                other = self.replaced.get(arguments[index])
                if other is not None:
                    assert isinstance(other, ValueAsMetadata)
                    arguments[index] = other
            return metadata
        return self.replaced.get(metadata, metadata)

    def replace_in_module(self, module: Module) -> None:
        """Let symbols, named metadata and bodies refer to the substitutes of the module's metadata."""
        if not self.replaced:
            return
        for named in module.named_metadata:
            named.operands[:] = [self._node(node) for node in named.operands]
        for value in module.global_values:
            self._replace_attachments(value.attachments)
        for function in module.functions:
            self._replace_in_body(function)

    def _node(self, node: MDNode) -> MDNode:
        standing = self.replaced.get(node, node)
        assert isinstance(standing, MDNode)
        return standing

    def _replace_attachments(self, attachments: list[Attachment]) -> None:
        for attachment in attachments:
            attachment.node = self._node(attachment.node)

    def _replace_in_body(self, function: Function) -> None:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.debug_location is not None:
                    instruction.debug_location = self._node(instruction.debug_location)
                if instruction.attachments is not None:
                    self._replace_attachments(instruction.attachments)
                if instruction.debug_records is not None:
                    self._replace_in_records(instruction.debug_records)
            if block.trailing_debug_records is not None:
                self._replace_in_records(block.trailing_debug_records)

    def _replace_in_records(self, records: list[DebugRecord]) -> None:
        for record in records:
            record.variable = self._now(record.variable)
            if record.location is not None:
                record.location = self._now(record.location)
            if record.expression is not None:
                record.expression = self._now(record.expression)
            if record.debug_location is not None:
                record.debug_location = self._node(record.debug_location)
            if record.assign_id is not None:
                record.assign_id = self._now(record.assign_id)
            if record.address is not None:
                record.address = self._now(record.address)
            if record.address_expression is not None:
                record.address_expression = self._now(record.address_expression)


def operands_first(nodes: list[MDNode]) -> list[MDNode]:
    """The nodes that are not distinct: each after its operands, unless they refer to each other in a cycle."""
    order: list[MDNode] = []
    met: set[MDNode] = set()
    for first in nodes:
        if first.is_distinct or first in met:
            continue
        met.add(first)
        stack = [first]
        places = [0]
        while stack:
            operands = stack[-1].operands
            place = places[-1]
            below: MDNode | None = None
            while place < len(operands):
                operand = operands[place]
                place += 1
                if isinstance(operand, MDNode) and not operand.is_distinct and operand not in met:
                    below = operand
                    break
            places[-1] = place
            if below is None:
                order.append(stack.pop())
                places.pop()
            else:
                met.add(below)
                stack.append(below)
                places.append(0)
    return order
