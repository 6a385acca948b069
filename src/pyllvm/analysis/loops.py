"""The loops of control flow: natural loops, and cycles, which may have several entries.

A natural loop has the nodes that lead back to its header and that the header dominates. `BlockLoops` has the loops of a function
by block, and keeps them up to date while edges are split. Cycles are maximal strongly connected regions, each with the cycles
nested in it; one with one entry is a natural loop. The order of their blocks and entries is LLVM's, because messages show it.

Sources: `LoopInfoBase::analyze`, `GenericCycleInfoCompute` of GenericCycleImpl.h.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.cfg import ControlFlowGraph, successors
from pyllvm.analysis.dominators import NOT_IN_TREE, immediate_dominators, tree_children, tree_order
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import CallBrInst, IndirectBrInst
from pyllvm.tables.behavior_versions import EDGES_OF_CALLBR_SPLIT_SINCE, UNREACHABLE_IGNORED_SINCE

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


@final
class Cycle:
    """A cycle: its entries (the first is the header), its blocks, and the cycle that contains it."""

    def __init__(self, header: BasicBlock) -> None:
        self.entries: list[BasicBlock] = [header]
        self.blocks: dict[BasicBlock, None] = {header: None}
        self.parent: Cycle | None = None

    @property
    def header(self) -> BasicBlock:
        """The first entry."""
        return self.entries[0]

    @property
    def is_reducible(self) -> bool:
        """Whether the cycle has only one entry."""
        return len(self.entries) == 1

    @property
    def depth(self) -> int:
        """The nesting depth, counted from 1."""
        depth = 1
        parent = self.parent
        while parent is not None:
            depth += 1
            parent = parent.parent
        return depth

    @property
    def outermost(self) -> Cycle:
        """The outermost cycle that contains this one; itself if there is none."""
        cycle = self
        while cycle.parent is not None:
            cycle = cycle.parent
        return cycle


@final
class CycleFinder:
    """Finds all cycles that are reachable from an entry block; `innermost` holds the result.

    Up to LLVM 19, a block is an entry as well if an unreachable block leads to it.
    """

    def __init__(self, entry: BasicBlock, version: int) -> None:
        self._counts_unreachable = version < UNREACHABLE_IGNORED_SINCE
        self.innermost: dict[BasicBlock, Cycle] = {}
        # The times at which a depth-first walk enters and leaves a block.
        self._start: dict[BasicBlock, int] = {}
        self._end: dict[BasicBlock, int] = {}
        preorder = self._walk(entry)
        for candidate in reversed(preorder):
            pending = [one for one in candidate.predecessors if self._is_above(candidate, one)]
            if pending:
                self._grow(Cycle(candidate), pending)

    def _walk(self, entry: BasicBlock) -> list[BasicBlock]:
        preorder: list[BasicBlock] = []
        depths: list[int] = []
        pending = [entry]
        counter = 0
        while pending:
            block = pending[-1]
            if block not in self._start:
                depths.append(len(pending))
                pending.extend(successors(block))
                counter += 1
                self._start[block] = counter
                preorder.append(block)
            else:
                if depths[-1] == len(pending):
                    self._end[block] = counter
                    depths.pop()
                pending.pop()
        return preorder

    def _is_above(self, block: BasicBlock, other: BasicBlock) -> bool:
        start = self._start.get(other)
        return start is not None and self._start[block] <= start <= self._end[block]

    def _grow(self, cycle: Cycle, pending: list[BasicBlock]) -> None:
        header = cycle.header
        self.innermost.setdefault(header, cycle)
        while pending:
            block = pending.pop()
            if block is header:
                continue
            known = self.innermost.get(block)
            if known is None:
                self.innermost[block] = cycle
                cycle.blocks[block] = None
                self._look_behind(cycle, block, pending)
                continue
            inner = known.outermost
            if inner is not cycle:
                inner.parent = cycle
                cycle.blocks.update(inner.blocks)
                for entry in inner.entries:
                    self._look_behind(cycle, entry, pending)

    def _look_behind(self, cycle: Cycle, block: BasicBlock, pending: list[BasicBlock]) -> None:
        is_entry = False
        for entry in block.predecessors:
            if self._is_above(cycle.header, entry):
                pending.append(entry)
            elif self._counts_unreachable or entry in self._start:
                is_entry = True
        if is_entry:
            cycle.entries.append(block)
