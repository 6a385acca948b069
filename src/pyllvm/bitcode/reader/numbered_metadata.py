"""The metadata of a module by number, while it is read.

The module's metadata comes first, then the metadata of the function that is being read. A record may refer to a later
number; a `ForwardMetadata` takes its place until it is read.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.unknown import Unknown
from pyllvm.bitcode.reader.unknown_nodes import UnknownNodes
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.metadata import MDNode, MDString, Metadata
from pyllvm.ir.module import Module
from pyllvm.schema.sides import LONGER, MetadataSource, RecordError

# The limit for forward references: a forged id must not exhaust memory.
MAXIMAL_ID: Final = (1 << 32) - 2


@final
class ForwardMetadata(Metadata):
    """A placeholder for a node that is used before it is read; it records where the node must be stored."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.nodes: list[MDNode] = []


class NumberedMetadata(MetadataSource):
    """The metadata that was read so far, and what is awaited."""

    def __init__(self, module: Module, unknown: Unknown) -> None:
        self.module = module
        self.unknown = unknown
        self.unknown_nodes: Final = UnknownNodes(unknown)
        self.llvm_version = module.llvm_version
        self.nodes: list[Metadata | None] = []
        self.is_importing = False
        self.is_special = False
        """Whether records are changed when modules are imported, or may have forms that are not known."""
        self.drops_annotations = False
        """Whether the annotations of a derived type are left out where its record ends with them, as up to LLVM 18."""
        self.makes_extents = False
        """Whether sizes and offsets that are numbers become metadata, as since LLVM 21."""
        self._forward: dict[int, ForwardMetadata] = {}
        self.saw_forward = False
        # uniqued nodes that were read before all of their operands
        self._to_unify: list[MDNode] = []

    def metadata(self, id_plus_one: int) -> object | None:
        """The metadata of number `id_plus_one` - 1; None for 0 (`schema.MetadataSource`)."""
        if id_plus_one == 0:
            return None
        return self.metadata_not_null(id_plus_one - 1)

    def metadata_not_null(self, id: int) -> object:
        """The metadata of a number, or its placeholder until it is read."""
        if id < len(self.nodes):
            found = self.nodes[id]
            if found is not None:
                return found
        if id > MAXIMAL_ID:
            raise RecordError("Invalid metadata id")
        if id in self.unknown_nodes.numbers:
            return self.unknown_nodes.placeholder
        self.saw_forward = True
        forward = self._forward.get(id)
        if forward is None:
            forward = ForwardMetadata(id)
            self._forward[id] = forward
        return forward

    def string(self, id_plus_one: int) -> object | None:
        """The string of number `id_plus_one` - 1; None for 0."""
        if id_plus_one == 0:
            return None
        number = id_plus_one - 1
        found = self.nodes[number] if number < len(self.nodes) else None
        if not isinstance(found, MDString):
            raise RecordError("Invalid metadata string")
        return found

    def node(self, number: int) -> MDNode | None:
        """The node of a number; None if it is not a node or was not read."""
        found = self.nodes[number] if number < len(self.nodes) else None
        return found if isinstance(found, MDNode) else None

    def existing(self, number: int) -> Metadata | None:
        """The metadata of a number; None if it was not read yet."""
        return self.nodes[number] if number < len(self.nodes) else None

    def has_gone(self, number: int) -> bool:
        """Whether the node with this number is not known."""
        return number in self.unknown_nodes.numbers

    def define(self, metadata: Metadata) -> None:
        """Give metadata the next number, and put it where a placeholder with this number is."""
        number = len(self.nodes)
        self.nodes.append(metadata)
        # `pop` is slow.
        forward = self._forward.get(number)
        if forward is None:
            return
        del self._forward[number]
        for node in forward.nodes:
            operands = node.operands
            for index in range(len(operands)):
                if operands[index] is forward:
                    operands[index] = metadata
                    if node is metadata:
                        # A node that refers to itself is not uniqued (MDNode::handleChangedOperand).
                        node.is_distinct = True

    def await_operands(self, node: MDNode) -> None:
        """Record the forward references among the node's operands, so that they are replaced later."""
        for operand in node.operands:
            if isinstance(operand, ForwardMetadata):
                operand.nodes.append(node)

    def unify_later(self, node: MDNode) -> None:
        """Record a uniqued node with unread operands: another node may be the same. LLVM writes few such nodes."""
        if not node.is_distinct:
            self._to_unify.append(node)

    def unify(self) -> None:
        """Now that all operands are known, replace nodes by the equal nodes that were read before."""
        # A node that refers to itself has become distinct.
        pending = [node for node in self._to_unify if not node.is_distinct]
        candidates = [node for node in pending if not _has_forward(node.operands)]
        self._to_unify = [node for node in pending if _has_forward(node.operands)]
        if not candidates:
            return
        from pyllvm.ir.odr import unify_nodes

        same = unify_nodes(self.module.context, candidates, [node for node in self.nodes if isinstance(node, MDNode)])
        if same:
            self.nodes[:] = [same.get(node, node) if isinstance(node, MDNode) else node for node in self.nodes]

    def error(self, cursor: BitstreamCursor, message: str) -> PyllvmError:
        """An error in the record that was just read."""
        diagnostic = Diagnostic("error", message, cursor.location(cursor.code))
        if message.endswith(LONGER):
            diagnostic.hint = (
                "a newer LLVM, another compiler or a fork of LLVM may have written it: its own tools can read it, "
                "and 'dis --allow-unknown' (in Python allow_unknown=True) leaves out what is not known"
            )
        return PyllvmError(diagnostic)


def _has_forward(operands: list[object]) -> bool:
    return any(isinstance(operand, ForwardMetadata) for operand in operands)
