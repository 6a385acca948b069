"""The loops of a function by block, kept up to date while edges are split."""

from __future__ import annotations

from typing import final

from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.analysis.dominators import immediate_dominators
from pyllvm.analysis.loops import NO_LOOP, LoopFinder
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import CallBrInst, IndirectBrInst


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

    def others_leaving(self, block: BasicBlock, target: BasicBlock) -> list[BasicBlock]:
        """The other predecessors of a block outside of a loop, if all are directly in the loop of `block`; else none."""
        loop = self._loops[block]
        if loop == NO_LOOP or self._contains(loop, self._loops[target]):
            return []
        others = [one for one in target.predecessors if one is not block]
        if any(self._loops[one] != loop or isinstance(one.terminator, (IndirectBrInst, CallBrInst)) for one in others):
            return []
        return others

    def add(self, middle: BasicBlock, block: BasicBlock, target: BasicBlock) -> None:
        """Enter a new block between two others: it is in the innermost loop that both are in."""
        loop = self._loops[target]
        while loop != NO_LOOP and not self._contains(loop, self._loops[block]):
            loop = self._parents[loop]
        self._loops[middle] = loop
