"""How source locations are removed from loop metadata when debug information is stripped (LLVM's stripDebugLocFromLoopID).

Up to LLVM 10 only a loop node's own operands are examined. LLVM 11 to 16 remove every operand that leads to a location. Since
LLVM 17 only operands that hold nothing but locations are removed, and the others are copied without their locations.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.metadata import MDNode, MDTuple, SpecializedNode
from pyllvm.ir.types import Context
from pyllvm.tables.debug_info_versions import COPIES_SINCE, INDIRECT_SINCE

MAXIMUM_DEPTH: Final = 100
"""How deep loop metadata is followed; real metadata is never nested so deep."""


@final
class LoopStripper:
    """Removes the locations from loop nodes, from each loop once."""

    def __init__(self, context: Context, version: int) -> None:
        self._context = context
        self._version = version
        self._done: dict[MDNode, MDNode | None] = {}
        self._reaching: set[MDNode] = set()
        self._located: set[MDNode] = set()

    def strip(self, loop: MDNode) -> MDNode | None:
        """The loop node without locations: the same node if it has none, None if it has nothing else."""
        if loop not in self._done:
            self._done[loop] = self._stripped(loop)
        return self._done[loop]

    def _stripped(self, loop: MDNode) -> MDNode | None:
        parts = self._operands(loop)[1:]
        visited: set[MDNode] = {loop}
        self._reaching = set()
        self._located = set()
        if self._version >= INDIRECT_SINCE:
            reaching = [self._reaches(part, visited, 0) for part in parts]
        else:
            reaching = [is_location(part) for part in parts]
        if not any(reaching):
            return loop
        if self._version < COPIES_SINCE:
            if all(reaching):
                return None
            return _loop_of([part for part, reaches in zip(parts, reaching, strict=True) if not reaches])
        seen: set[MDNode] = set()
        if all(self._is_all_locations(part, seen, 0) for part in parts):
            return None
        kept: list[object] = []
        for part in parts:
            copy = self._copy(part, 0)
            if part is None or copy is not None:
                kept.append(copy)
        return _loop_of(kept)

    def _operands(self, node: MDNode) -> list[object]:
        if isinstance(node, SpecializedNode):
            return node.references(self._version)
        return node.operands

    def _reaches(self, operand: object, visited: set[MDNode], depth: int) -> bool:
        """Whether an operand leads to a location; `visited` holds the nodes seen on the way."""
        if not isinstance(operand, MDNode):
            return False
        if is_location(operand) or operand in self._reaching:
            return True
        if operand in visited or depth > MAXIMUM_DEPTH:
            return False
        visited.add(operand)
        for one in self._operands(operand):
            if self._reaches(one, visited, depth + 1):
                self._reaching.add(operand)
                if self._version < COPIES_SINCE:
                    return True
        return operand in self._reaching

    def _is_all_locations(self, operand: object, seen: set[MDNode], depth: int) -> bool:
        """Whether an operand consists of nothing but locations."""
        if not isinstance(operand, MDNode):
            return False
        if is_location(operand) or operand in self._located:
            return True
        if operand not in self._reaching or operand in seen or depth > MAXIMUM_DEPTH:
            return False
        seen.add(operand)
        for one in self._operands(operand):
            if one is not operand and not self._is_all_locations(one, seen, depth + 1):
                return False
        self._located.add(operand)
        return True

    def _copy(self, operand: object, depth: int) -> object:
        """An operand without its locations; None if nothing remains."""
        if not isinstance(operand, MDNode):
            return operand
        if is_location(operand) or operand in self._located:
            return None
        if operand not in self._reaching or depth > MAXIMUM_DEPTH:
            return operand
        kept: list[object] = []
        refers_to_itself = False
        for one in self._operands(operand):
            if one is None or one is operand:
                refers_to_itself = refers_to_itself or one is operand
                kept.append(None)
                continue
            copy = self._copy(one, depth + 1)
            if copy is not None:
                kept.append(copy)
        if len(kept) == (1 if refers_to_itself else 0):
            return None
        if refers_to_itself:
            return _loop_of(kept[1:])
        return MDTuple(kept, True) if operand.is_distinct else MDTuple.get(self._context, kept)


def _loop_of(operands: list[object]) -> MDTuple:
    """A distinct node that is its own first operand."""
    node = MDTuple([None, *operands], True)
    node.operands[0] = node
    return node


def is_location(operand: object) -> bool:
    """Whether it is a DILocation."""
    return isinstance(operand, SpecializedNode) and operand.spec.name == "DILocation"
