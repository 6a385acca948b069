"""Nodes that are used before they are defined, and nodes that contain them, until the end of the module.

Most references to nodes are forward: bodies precede nodes. A MetadataReference stands for a number until the end of the
module. A node that is not distinct and has such an operand stays a PendingNode, because its identity depends on its operands.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader.state import State
from pyllvm.ir.metadata import MDNode, MDTuple, Metadata, SpecializedNode
from pyllvm.ir.odr import member_key, unique_node
from pyllvm.schema.node import NodeSpec


@final
class MetadataReference(MDNode):
    """`!7`, used before it is defined."""

    def __init__(self, number: int, start: int) -> None:
        super().__init__([], False)
        self.number = number
        self.start = start


@final
class PendingNode(MDNode):
    """A node whose operands are not all known; `result` is the final node."""

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
        self.numbered: dict[int, MDNode] = {}
        # Each node, or its placeholder, at its number: those of numbers that are too large for a list are left out.
        self._known: list[MDNode | None] = []
        self.references: dict[int, MetadataReference] = {}
        self.pending: list[PendingNode] = []
        self.pending_of_operands: dict[tuple[object, ...], PendingNode] = {}

    def reference(self, number: i64, start: i64) -> MDNode:
        """The node of that number, or its placeholder."""
        if number < len(self._known):
            found = self._known[number]
            if found is not None:
                return found
        return self._look_up(number, start)

    def _look_up(self, number: i64, start: i64) -> MDNode:
        found = self.numbered.get(number)
        if found is None:
            found = self.references.get(number)
            if found is None:
                made = MetadataReference(number, start + 1)
                self.references[number] = made
                found = made
        self._know(number, found)
        return found

    def define(self, number: i64, node: MDNode) -> None:
        """Give a node its number."""
        self.numbered[number] = node
        self._know(number, node)

    def _know(self, number: i64, node: MDNode) -> None:
        known = self._known
        size: i64 = len(known)
        if number >= size and number < len(self.state.data):
            # The length of the text limits how many nodes there are.
            known.extend([None] * (number + 1 - size))
            size = number + 1
        if number < size:
            known[number] = node

    def pending_node(self, spec: NodeSpec | None, operands: list[object]) -> PendingNode:
        """The pending node with these operands; as in LLVM, equal ones are one node, whatever the operands become."""
        key = (spec, *operands)
        found = self.pending_of_operands.get(key)
        if found is None:
            found = PendingNode(spec, operands)
            self.pending_of_operands[key] = found
            self.pending.append(found)
        return found

    def finish(self) -> None:
        """Resolve every placeholder; refuse numbers that were never defined."""
        missing = [number for number in self.references if number not in self.numbered]
        if missing:
            number = min(missing)
            self.state.error(self.references[number].start, f"use of undefined metadata '!{number}'")
        for pending in self.pending:
            self._resolve(pending)

    def resolved(self, operand: object) -> object:
        """The final form of an operand, once everything is defined."""
        if isinstance(operand, MetadataReference):
            operand = self.numbered[operand.number]
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
        assert isinstance(found, MDNode)
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
                        needed = self.numbered[needed.number]
                    if isinstance(needed, PendingNode):
                        if needed.progress == 0:
                            stack.append(needed)
                        elif needed.progress == 1 and needed.result is None:
                            # A cycle: the node must be created before its operands are known.
                            needed.result = _empty_node(needed)
                continue
            stack.pop()
            if node.progress == 2:
                continue
            operands: list[object] = []
            for operand in node.operands:
                needed = operand
                if isinstance(needed, MetadataReference):
                    needed = self.numbered[needed.number]
                if isinstance(needed, PendingNode):
                    if needed.result is None:
                        needed.result = _empty_node(needed)
                    operands.append(needed.result)
                else:
                    operands.append(needed)
            node.progress = 2
            early = node.result
            if early is not None:
                early.operands[:] = operands
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


def _empty_node(pending: PendingNode) -> MDNode:
    if pending.spec is None:
        return MDTuple([], False)
    # Its strings and numbers are already final.
    return SpecializedNode(pending.spec, list(pending.operands), False)


def has_unresolved(operands: list[object]) -> bool:
    """Whether any operand is not known yet."""
    return any(isinstance(operand, (MetadataReference, PendingNode)) for operand in operands)
