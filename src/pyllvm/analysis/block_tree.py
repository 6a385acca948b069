"""The dominator tree of a function's blocks by block: dominators, levels, and where phis must be (iterated frontiers)."""

from __future__ import annotations

from typing import final

from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.analysis.dominators import immediate_dominators, tree_children, tree_order
from pyllvm.ir.function import BasicBlock, Function


@final
class BlockTree:
    """The tree of one function, whose blocks and edges must not change in the meantime."""

    def __init__(self, function: Function) -> None:
        blocks = function.blocks
        graph = ControlFlowGraph(blocks)
        self.blocks = blocks
        self.numbers: dict[BasicBlock, int] = {block: number for number, block in enumerate(blocks)}
        self.successors = graph.successors
        self.predecessors = graph.predecessors
        self._dominators = immediate_dominators(graph.successors, graph.predecessors, [0])
        self._children = tree_children(self._dominators)
        self._entered, self._left = tree_order(self._children, [0])
        self._levels = [-1] * len(blocks)
        pending = [0]
        self._levels[0] = 0
        while pending:
            number = pending.pop()
            for child in self._children[number]:
                self._levels[child] = self._levels[number] + 1
                pending.append(child)

    def is_reachable(self, block: BasicBlock) -> bool:
        """Whether the entry leads to the block."""
        return self._levels[self.numbers[block]] >= 0

    def dominator(self, block: BasicBlock) -> BasicBlock | None:
        """The block that immediately dominates another; None for the entry and where it does not lead."""
        number = self._dominators[self.numbers[block]]
        return self.blocks[number] if number >= 0 else None

    def dominates(self, one: BasicBlock, other: BasicBlock) -> bool:
        """Whether all ways to `other` lead through `one`; everything dominates what the entry does not lead to."""
        if one is other:
            return True
        first, second = self.numbers[one], self.numbers[other]
        if self._levels[second] < 0:
            return True
        if self._levels[first] < 0:
            return False
        return self._entered[first] <= self._entered[second] and self._left[second] <= self._left[first]

    def iterated_frontier(self, defining: set[int], live: set[int]) -> list[int]:
        """The blocks, by number and in ascending order, where several values of a variable meet that is live there.

        `defining` are the blocks that set the variable. Source: Sreedhar and Gao, "A linear time algorithm for placing
        phi-nodes" (1995).
        """
        levels = self._levels
        queues: dict[int, list[int]] = {}
        for number in defining:
            if levels[number] >= 0:
                queues.setdefault(levels[number], []).append(number)
        visited = {number for queue in queues.values() for number in queue}
        met: set[int] = set()
        found: list[int] = []
        level = max(queues, default=-1)
        while level >= 0:
            queue = queues.get(level)
            if not queue:
                level -= 1
                continue
            work = [queue.pop()]
            while work:
                number = work.pop()
                for target in self.successors[number]:
                    if levels[target] > level or target in met:
                        continue
                    met.add(target)
                    if target in live:
                        found.append(target)
                    if target in live and target not in defining:
                        queues.setdefault(levels[target], []).append(target)
                for child in self._children[number]:
                    if child not in visited:
                        visited.add(child)
                        work.append(child)
        return sorted(found)
