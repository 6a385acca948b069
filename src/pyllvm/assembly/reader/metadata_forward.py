"""Nodes that are used before they are defined, and nodes that contain them, until the end of the module.

Most references to nodes are forward: bodies precede nodes. A MetadataReference represents a number until the end of the
module. A node that is not distinct and has such an operand stays a PendingNode, because its identity depends on its operands.

With debug information, most nodes are pending at the end, when memory is scarcest. So what only served to find them is freed
before they are resolved, and a node takes over the list of operands of its PendingNode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader.state import State
from pyllvm.ir.metadata import MDNode, MDTuple, Metadata, SpecializedNode
from pyllvm.ir.odr import member_key, unique_node

OUTSIDE: Final = "found DIArgList outside of function"

if TYPE_CHECKING:
    from pyllvm.schema.node import NodeSpec


@final
class MetadataReference(MDNode):
    """`!7`, used before it is defined; `definition` is the node that gets the number."""

    def __init__(self, number: int, start: int) -> None:
        super().__init__(None, False)
        self.number = number
        self.start = start
        self.definition: Metadata | None = None


@final
class PendingNode(MDNode):
    """A node whose operands are not all known; `result` is the final node, which then has the list of operands."""

    def __init__(self, spec: NodeSpec | None, operands: list[object]) -> None:
        super().__init__(operands, False)
        self.spec = spec
        self.result: MDNode | None = None
        self.progress = 0
        """0: not begun, 1: its operands are being resolved, 2: done."""


@final
class ForwardMetadata:
    """Stores the placeholders and resolves them."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.context: Final = state.context
        # The node, or its placeholder, of each number: nodes with numbers too large for a list are apart.
        self._nodes: list[Metadata | None] = []
        self._far_nodes: dict[int, Metadata] = {}
        self._pending: list[PendingNode] = []
        self._pending_of_operands: dict[tuple[object, ...], PendingNode] = {}

    def reference(self, number: i64, start: i64) -> Metadata:
        """The node of that number, or its placeholder."""
        found = self._at(number)
        if found is None:
            found = MetadataReference(number, start + 1)
            self._put(number, found)
        return found

    def is_defined(self, number: i64) -> bool:
        """Whether a node has that number."""
        found = self._at(number)
        return found is not None and not isinstance(found, MetadataReference)

    @property
    def has_nodes(self) -> bool:
        """Whether any number was defined or used."""
        return bool(self._nodes) or bool(self._far_nodes)

    def nodes(self) -> list[Metadata]:
        """All nodes that have numbers."""
        return [node for node in (*self._nodes, *self._far_nodes.values()) if node is not None]

    def define(self, number: i64, node: Metadata) -> None:
        """Give a node its number."""
        reference = self._at(number)
        if isinstance(reference, MetadataReference):
            reference.definition = node
        self._put(number, node)

    def _at(self, number: i64) -> Metadata | None:
        if number < len(self._nodes):
            return self._nodes[number]
        return self._far_nodes.get(number) if self._far_nodes else None

    def _put(self, number: i64, node: Metadata) -> None:
        nodes = self._nodes
        size: i64 = len(nodes)
        if number >= len(self.state.data):
            # The length of the text limits how many nodes there are.
            self._far_nodes[number] = node
            return
        if number >= size:
            nodes.extend([None] * (number + 1 - size))
        nodes[number] = node

    def pending_node(self, spec: NodeSpec | None, operands: list[object]) -> PendingNode:
        """The pending node with these operands; as in LLVM, equal ones are one node, whatever the operands become."""
        key = (spec, *operands)
        found = self._pending_of_operands.get(key)
        if found is None:
            found = PendingNode(spec, operands)
            self._pending_of_operands[key] = found
            self._pending.append(found)
        return found

    def forget_unused(self, used: set[int]) -> None:
        """Forget the numbers that are not defined, except those in `used` and in pending nodes."""
        for pending in self._pending:
            for operand in pending.operands:
                if isinstance(operand, MetadataReference) and operand.definition is None:
                    used.add(operand.number)
        for node in self.nodes():
            if isinstance(node, MetadataReference) and node.number not in used:
                if node.number < len(self._nodes):
                    self._nodes[node.number] = None
                else:
                    del self._far_nodes[node.number]

    def finish(self) -> None:
        """Resolve every placeholder; refuse numbers that were never defined."""
        undefined = [(node.number, node.start) for node in self.nodes() if isinstance(node, MetadataReference)]
        if undefined:
            number, start = min(undefined)
            self.state.error(start, f"use of undefined metadata '!{number}'")
        self._pending_of_operands.clear()
        for pending in self._pending:
            self._resolve(pending)
        self._pending.clear()

    def resolved(self, operand: object) -> object:
        """The final form of an operand, once everything is defined."""
        if isinstance(operand, MetadataReference):
            operand = operand.definition
        if isinstance(operand, PendingNode):
            if operand.result is None:
                self._resolve(operand)
            return operand.result
        return operand

    def resolved_metadata(self, metadata: Metadata | None) -> Metadata | None:
        """The final form of metadata, once everything is defined."""
        found = self.resolved(metadata)
        assert found is None or isinstance(found, Metadata)
        return found

    def resolved_node(self, node: MDNode) -> MDNode:
        """The final form of a node, once everything is defined."""
        found = self.resolved(node)
        if not isinstance(found, MDNode):
            # Such an operand of a named node, or attachment, is of no use: LLVM prints what it cannot read.
            self.state.error(node.start if isinstance(node, MetadataReference) else 0, OUTSIDE)
        return found

    def _resolve(self, first: PendingNode) -> None:
        """Create the node of a PendingNode, after the nodes that it needs, except in cycles."""
        if first.progress == 2:
            return
        stack: list[PendingNode] = [first]
        while stack:
            node = stack[-1]
            if node.progress == 2:
                stack.pop()
                continue
            if node.progress == 0:
                node.progress = 1
                for operand in node.operands:
                    needed = operand
                    if isinstance(needed, MetadataReference):
                        needed = needed.definition
                    if isinstance(needed, PendingNode):
                        if needed.progress == 0:
                            stack.append(needed)
                        elif needed.progress == 1 and needed.result is None:
                            # A cycle: the node must be created before its operands are known.
                            needed.result = _unresolved_node(needed)
                continue
            stack.pop()
            if node.progress == 2:
                continue
            operands = node.operands
            for index in range(len(operands)):
                needed = operands[index]
                if isinstance(needed, MetadataReference):
                    needed = needed.definition
                if isinstance(needed, PendingNode):
                    if needed.result is None:
                        needed.result = _unresolved_node(needed)
                    operands[index] = needed.result
                else:
                    operands[index] = needed
            node.progress = 2
            early = node.result
            if early is not None:
                if isinstance(early, SpecializedNode):
                    key = member_key(early.spec, operands)
                    if key is not None:
                        self.context.metadata.setdefault(key, early)
                for operand in operands:
                    if operand is early:
                        # As in LLVM, a node that contains itself is not uniqued.
                        early.is_distinct = True
            elif node.spec is None:
                node.result = MDTuple.get(self.context, operands)
            else:
                node.result = unique_node(self.context, node.spec, operands)


def _unresolved_node(pending: PendingNode) -> MDNode:
    """The final node, whose operands are still to be resolved: only its strings and numbers are final."""
    if pending.spec is None:
        return MDTuple(pending.operands, False)
    return SpecializedNode(pending.spec, pending.operands, False)


def has_unresolved(operands: list[object]) -> bool:
    """Whether any operand is not known yet."""
    return any(isinstance(operand, (MetadataReference, PendingNode)) for operand in operands)
