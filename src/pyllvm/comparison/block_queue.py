"""The order in which llvm-diff compares pairs of blocks: those with the fewest predecessors that it has not met come first.

It is a heap whose order changes while pairs wait in it, so the order of its comparisons matters: they are LLVM's.
"""

from __future__ import annotations

from pyllvm.ir.function import BasicBlock, Function
from pyllvm.notation import final


@final
class BlockQueue:
    """Pairs of blocks that wait. `met` has the left blocks that were met."""

    def __init__(self, function: Function, met: dict[BasicBlock, BasicBlock | None]) -> None:
        self._met = met
        self._heap: list[tuple[BasicBlock, BasicBlock]] = []
        self._predecessors: dict[BasicBlock, list[BasicBlock]] = {block: [] for block in function.blocks}
        for block in function.blocks:
            for successor in block.instructions[-1].successors if block.instructions else ():
                self._predecessors[successor].append(block)

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, left: BasicBlock, right: BasicBlock) -> None:
        """Add a pair."""
        heap = self._heap
        place = len(heap)
        heap.append((left, right))
        while place > 0:
            parent = (place - 1) // 2
            if not self._is_before(heap[place], heap[parent]):
                break
            heap[place], heap[parent] = heap[parent], heap[place]
            place = parent

    def take(self) -> tuple[BasicBlock, BasicBlock]:
        """Remove the pair that is first, and return it."""
        heap = self._heap
        first = heap[0]
        last = heap.pop()
        if heap:
            heap[0] = last
            self._sink()
        return first

    def _sink(self) -> None:
        """Move the first pair to its place."""
        heap = self._heap
        place = 0
        while (child := 2 * place + 1) < len(heap):
            # Of two children that wait equally long, the second one rises.
            if child + 1 < len(heap) and not self._is_before(heap[child], heap[child + 1]):
                child += 1
            if not self._is_before(heap[child], heap[place]):
                return
            heap[child], heap[place] = heap[place], heap[child]
            place = child

    def _is_before(self, one: tuple[BasicBlock, BasicBlock], other: tuple[BasicBlock, BasicBlock]) -> bool:
        return self._waits_for(one[0]) < self._waits_for(other[0])

    def _waits_for(self, block: BasicBlock) -> int:
        met = self._met
        return sum(predecessor not in met for predecessor in self._predecessors[block])
