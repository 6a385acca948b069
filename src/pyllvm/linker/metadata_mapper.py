"""Maps metadata of the source to metadata of the result.

Distinct nodes are moved: they stay the same object, and their operands are replaced. A uniqued node stays the same object unless
something below it changes (a value that is another value in the result); then it is rebuilt. The map lives as long as the linker,
because one module can reach metadata of an earlier one.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import DIExpression, MDNode, MDString, MDTuple, Metadata, SpecializedNode, ValueAsMetadata
from pyllvm.ir.odr import unique_node
from pyllvm.ir.types import Context
from pyllvm.ir.value import Value


@mypyc_attr(allow_interpreted_subclasses=True)
class Mapping:
    """Knows the value of the result for each value of the source."""

    def map_value(self, value: Value) -> Value | None:
        """Return the value of the result; None for a local value, and for a global value that the result does not have."""
        raise NotImplementedError


@final
class _Unmapped(Metadata):
    """Marks a uniqued node that is not in the map yet."""


_UNMAPPED: Final = _Unmapped()


@final
class _Visit:
    """A uniqued node whose operands are being visited."""

    __slots__ = ("has_changed", "next", "node", "operands")

    def __init__(self, node: MDNode, operands: list[object]) -> None:
        self.node = node
        self.operands = operands
        self.next = 0
        self.has_changed = False


@final
class MetadataMapper:
    """Maps metadata in the order of ValueMapper's MDNodeMapper; the order in which it meets values shows in the result."""

    def __init__(self, values: Mapping, mapped: dict[Metadata, Metadata], context: Context, version: int) -> None:
        self._values = values
        self._mapped = mapped
        self._context = context
        self._version = version
        # Distinct nodes that still have the source's operands.
        self._distinct: list[MDNode] = []
        # The scope of a location that stayed the same; most locations have the scope of the one before.
        self._last_scope: MDNode | None = None

    def forget(self) -> None:
        """Forget the mapper of values. Map nothing afterwards."""
        self._values = Mapping()

    def map(self, metadata: Metadata) -> Metadata | None:
        """Return the metadata of the result; None for metadata of a value that the result does not have."""
        mapped = self._simple(metadata)
        if mapped is _UNMAPPED:
            assert isinstance(metadata, MDNode)
            mapped = self._map_uniqued(metadata)
        if self._distinct:
            self._finish_distinct()
        return mapped

    def map_node(self, node: MDNode) -> MDNode:
        """Return the node of the result."""
        mapped: Metadata | None = self._mapped.get(node)
        if mapped is None:
            mapped = self.map(node)
        assert isinstance(mapped, MDNode)
        return mapped

    def map_location(self, location: MDNode) -> MDNode:
        """Do the same as `map_node`, but faster if nothing changes, and without an entry in the map: locations are many."""
        if isinstance(location, SpecializedNode) and location._is_packed and not location.is_distinct:
            mapped = self._mapped
            scope = location._scope
            inlined_at = location._inlined_at
            if inlined_at is None or mapped.get(inlined_at) is inlined_at:
                if scope is self._last_scope:
                    return location
                assert scope is not None
                if mapped.get(scope) is scope:
                    self._last_scope = scope
                    return location
        return self.map_node(location)

    def _finish_distinct(self) -> None:
        """Map the operands of distinct nodes until no new ones appear."""
        waiting = self._distinct
        while waiting:
            node = waiting.pop()
            has_changed = False
            for operand in node.references(self._version):
                if isinstance(operand, Metadata) and not isinstance(operand, MDString):
                    mapped = self._simple(operand)
                    if mapped is _UNMAPPED:
                        assert isinstance(operand, MDNode)
                        mapped = self._map_uniqued(operand)
                    if mapped is not operand:
                        has_changed = True
            if has_changed:
                node.operands[:] = [self._mapped_operand(operand) for operand in node.operands]

    def _simple(self, metadata: Metadata) -> Metadata | None:
        """Map metadata that does not depend on operands; return `_UNMAPPED` for a uniqued node that is not in the map."""
        # Only nodes are in the map.
        if isinstance(metadata, MDString):
            return metadata
        if isinstance(metadata, ValueAsMetadata):
            return self._map_value(metadata)
        if isinstance(metadata, MDNode):
            known = self._mapped.get(metadata)
            if known is not None:
                return known
            if metadata.is_distinct:
                self._mapped[metadata] = metadata
                self._distinct.append(metadata)
                return metadata
            return _UNMAPPED
        return metadata

    def _map_value(self, metadata: ValueAsMetadata) -> Metadata | None:
        value = metadata.value
        if isinstance(value, ConstantInt):
            return metadata
        mapped = self._values.map_value(value)
        if mapped is value:
            return metadata
        return None if mapped is None else ValueAsMetadata.get(self._context, mapped)

    def _mapped_operand(self, operand: object) -> object:
        """Return the result's metadata for an operand that has been mapped."""
        if isinstance(operand, ValueAsMetadata):
            return self._map_value(operand)
        return self._mapped.get(operand, operand) if isinstance(operand, MDNode) else operand

    # --- uniqued nodes ---------------------------------------------------------------------------------------------

    def _map_uniqued(self, first: MDNode) -> Metadata:
        """Map a uniqued node and the uniqued nodes below it."""
        changed: dict[MDNode, bool] = {first: False}
        order: list[MDNode] = []
        any_change = self._visit(first, changed, order)
        mapped = self._mapped
        if not any_change:
            for node in order:
                mapped[node] = node
            return first
        self._spread_changes(order, changed)
        self._make_changed(order, changed)
        return mapped[first]

    def _visit(self, first: MDNode, changed: dict[MDNode, bool], order: list[MDNode]) -> bool:
        """Put the unmapped nodes below `first` into `order`, operands before users, and note whose operands change."""
        any_change = False
        stack = [_Visit(first, first.references(self._version))]
        while stack:
            visit = stack[-1]
            operands = visit.operands
            below: MDNode | None = None
            while visit.next < len(operands):
                operand = operands[visit.next]
                visit.next += 1
                if not isinstance(operand, Metadata) or isinstance(operand, MDString):
                    continue
                mapped = self._simple(operand)
                if mapped is not _UNMAPPED:
                    if mapped is not operand:
                        visit.has_changed = True
                    continue
                assert isinstance(operand, MDNode)
                if operand not in changed:
                    changed[operand] = False
                    below = operand
                    break
            if below is not None:
                stack.append(_Visit(below, below.references(self._version)))
                continue
            if visit.has_changed:
                changed[visit.node] = True
                any_change = True
            order.append(visit.node)
            stack.pop()
        return any_change

    def _spread_changes(self, order: list[MDNode], changed: dict[MDNode, bool]) -> None:
        """Mark every node as changed that has a changed operand."""
        again = True
        while again:
            again = False
            for node in order:
                if changed[node]:
                    continue
                for operand in node.operands:
                    if isinstance(operand, MDNode) and changed.get(operand, False):
                        changed[node] = True
                        again = True
                        break

    def _make_changed(self, order: list[MDNode], changed: dict[MDNode, bool]) -> None:
        """Rebuild the nodes that change; in a cycle, one of them must exist before its operands are known."""
        mapped = self._mapped
        early: dict[MDNode, MDNode] = {}
        for node in order:
            if not changed[node]:
                mapped[node] = node
                continue
            operands: list[object] = []
            for operand in node.operands:
                if not isinstance(operand, MDNode) or operand in mapped:
                    operands.append(self._mapped_operand(operand))
                elif not changed.get(operand, False):
                    operands.append(operand)
                else:
                    if operand not in early:
                        early[operand] = _copy(operand)
                    operands.append(early[operand])
            replacement = early.get(node)
            if replacement is not None:
                replacement.operands[:] = operands
                mapped[node] = replacement
            elif isinstance(node, SpecializedNode):
                mapped[node] = unique_node(self._context, node.spec, operands)
            else:
                mapped[node] = MDTuple.get(self._context, operands)


def _copy(node: MDNode) -> MDNode:
    if isinstance(node, SpecializedNode):
        return SpecializedNode(node.spec, list(node.operands), False)
    assert not isinstance(node, DIExpression)
    return MDTuple(list(node.operands), False)
