"""Natural loops: of each header, the nodes that lead back to it and that it dominates. Source: `LoopInfoBase::analyze`.

`BlockLoops` has the loops of a function by block, and keeps them up to date while edges are split.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.analysis.dominators import NOT_IN_TREE, immediate_dominators, tree_children, tree_order
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import CallBrInst, IndirectBrInst
from pyllvm.tables.behavior_versions import EDGES_OF_CALLBR_SPLIT_SINCE

NO_LOOP: Final = -1


@final
class LoopFinder:
    """Finds the natural loops of a graph; an outer loop precedes the loops in it.

    `dominators` are the result of `immediate_dominators`. Afterwards `headers` has the header of each loop, `parents` the loop
    that directly contains it or NO_LOOP, `latches` the nodes of its back edges, and `innermost` has the innermost loop of each
    node.
    """

    def __init__(self, predecessors: list[list[int]], dominators: list[int]) -> None:
        self.headers: list[int] = []
        self.latches: list[list[int]] = []
        self.parents: list[int] = []
        self.innermost: list[int] = [NO_LOOP] * len(predecessors)
        # For each loop a loop around it that is nearer to the outermost; itself if there is none yet.
        self._above: list[int] = []
        if predecessors:
            self._find(predecessors, dominators)

    def _find(self, predecessors: list[list[int]], dominators: list[int]) -> None:
        entered, left = tree_order(tree_children(dominators), [0])
        preorder = [node for node in range(len(entered)) if entered[node] != NOT_IN_TREE]
        preorder.sort(key=entered.__getitem__)
        for header in reversed(preorder):
            latches: dict[int, None] = {}
            for entry in predecessors[header]:
                if entered[header] <= entered[entry] and left[entry] <= left[header]:
                    latches[entry] = None
            if latches:
                self._grow(header, list(latches), predecessors, entered)
        # Number the loops from the last one found, so that the outer ones precede.
        end = len(self.headers) - 1
        self.headers.reverse()
        self.latches.reverse()
        self.parents = [NO_LOOP if parent == NO_LOOP else end - parent for parent in reversed(self.parents)]
        self.innermost = [NO_LOOP if loop == NO_LOOP else end - loop for loop in self.innermost]

    def _grow(self, header: int, latches: list[int], predecessors: list[list[int]], entered: list[int]) -> None:
        loop = len(self.headers)
        self.headers.append(header)
        self.latches.append(latches)
        self.parents.append(NO_LOOP)
        self._above.append(loop)
        innermost = self.innermost
        pending = latches[:]
        while pending:
            node = pending.pop()
            if entered[node] == NOT_IN_TREE:
                continue  # nothing leads there
            inside = innermost[node]
            if inside == NO_LOOP:
                innermost[node] = loop
                if node != header:
                    pending.extend(predecessors[node])
            else:
                inside = self._outermost(inside)
                if inside != loop:
                    self.parents[inside] = loop
                    self._above[inside] = loop
                    pending.extend(predecessors[self.headers[inside]])
        innermost[header] = loop

    def _outermost(self, loop: int) -> int:
        """Return the outermost loop so far that contains a loop; the way there is then shorter for others."""
        above = self._above
        last = loop
        while above[last] != last:
            last = above[last]
        while above[loop] != last:
            following = above[loop]
            above[loop] = last
            loop = following
        return last


@final
class BlockLoops:
    """The innermost loop of each block, as a number."""

    def __init__(self, function: Function) -> None:
        graph = ControlFlowGraph(function.blocks)
        finder = LoopFinder(graph.predecessors, immediate_dominators(graph.successors, graph.predecessors, [0]))
        self._parents = finder.parents
        self._loops: dict[BasicBlock, int] = dict(zip(function.blocks, finder.innermost, strict=True))

    def _contains(self, outer: int, inner: int) -> bool:
        while inner not in (NO_LOOP, outer):
            inner = self._parents[inner]
        return inner == outer

    def others_leaving(self, block: BasicBlock, target: BasicBlock) -> list[BasicBlock] | None:
        """The other predecessors of a block outside of a loop, if all are directly in the loop of `block`; else none.

        None if an edge from one of them cannot be split.
        """
        loop = self._loops[block]
        if loop == NO_LOOP or self._contains(loop, self._loops[target]):
            return []
        others = [one for one in target.predecessors if one is not block]
        if any(self._loops[one] != loop for one in others):
            return []
        splits_callbr = block.type.context.llvm_version >= EDGES_OF_CALLBR_SPLIT_SINCE
        kept = IndirectBrInst if splits_callbr else (IndirectBrInst, CallBrInst)
        return None if any(isinstance(one.terminator, kept) for one in others) else others

    def add(self, middle: BasicBlock, block: BasicBlock, target: BasicBlock) -> None:
        """Enter a new block between two others: it is in the innermost loop that both are in."""
        loop = self._loops[target]
        while loop != NO_LOOP and not self._contains(loop, self._loops[block]):
            loop = self._parents[loop]
        self._loops[middle] = loop
