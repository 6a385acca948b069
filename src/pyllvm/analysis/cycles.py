"""The cycles of a function's control flow: maximal strongly connected regions, each with the cycles nested in it.

A cycle with one entry is a natural loop. Source: `GenericCycleInfoCompute` of GenericCycleImpl.h. The order of blocks
and entries is LLVM's, because messages show it.
"""

from __future__ import annotations

from typing import final

from pyllvm.analysis.cfg import successors
from pyllvm.ir.function import BasicBlock
from pyllvm.tables.behavior_versions import UNREACHABLE_IGNORED_SINCE


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
