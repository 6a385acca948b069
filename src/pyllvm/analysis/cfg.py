"""The control flow graph of a function: which blocks lead where."""

from __future__ import annotations

from typing import final

from pyllvm.ir.function import BasicBlock
from pyllvm.ir.instructions import BranchInst


def successors(block: BasicBlock) -> list[BasicBlock]:
    """Where a block may go on, in LLVM's order."""
    last = block.terminator
    if last is None:
        return []
    found = [operand for operand in last.operands if isinstance(operand, BasicBlock)]
    if isinstance(last, BranchInst):
        # The false side stands before the true one.
        found.reverse()
    return found


def reachable_blocks(blocks: list[BasicBlock]) -> set[BasicBlock]:
    """The blocks that control can reach from the first one, which is among them."""
    reached = set(blocks[:1])
    pending = blocks[:1]
    while pending:
        for target in successors(pending.pop()):
            if target not in reached:
                reached.add(target)
                pending.append(target)
    return reached


@final
class ControlFlowGraph:
    """The blocks of a function by number, which is made their `number`, and for each the numbers of those next to it.

    A block that is left or entered by several edges stands there as often. Where a block of another function is named,
    it is left out.
    """

    def __init__(self, blocks: list[BasicBlock]) -> None:
        self.blocks = blocks
        self.successors: list[list[int]] = []
        self.predecessors: list[list[int]] = []
        number = 0
        for block in blocks:
            block.number = number
            number += 1
            self.predecessors.append([])
        for block in blocks:
            targets: list[int] = []
            if block.instructions:
                last = block.instructions[-1]
                if last.is_terminator:
                    for operand in last.operands:
                        if isinstance(operand, BasicBlock) and operand.number < number and blocks[operand.number] is operand:
                            targets.append(operand.number)
                            self.predecessors[operand.number].append(block.number)
            self.successors.append(targets)

    def postorder(self) -> list[int]:
        """The numbers of the blocks that the first one reaches, each behind those that it leads to, but for cycles."""
        seen = [False] * len(self.blocks)
        seen[0] = True
        order: list[int] = []
        path = [0]
        progress = [0]
        while path:
            number = path[-1]
            step = progress[-1]
            targets = self.successors[number]
            if step < len(targets):
                progress[-1] = step + 1
                target = targets[step]
                if not seen[target]:
                    seen[target] = True
                    path.append(target)
                    progress.append(0)
            else:
                order.append(number)
                path.pop()
                progress.pop()
        return order
