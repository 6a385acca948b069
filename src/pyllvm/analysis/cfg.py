"""The control flow graph of a function: its blocks and the edges between them."""

from __future__ import annotations

from typing import final

from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import BranchInst
from pyllvm.ir.types import VOID


def successors(block: BasicBlock) -> list[BasicBlock]:
    """Return the successors of a block, in LLVM's order."""
    last = block.terminator
    if last is None:
        return []
    blocks = [operand for operand in last.operands if isinstance(operand, BasicBlock)]
    if isinstance(last, BranchInst):
        # The false target precedes the true one.
        blocks.reverse()
    return blocks


def reachable_blocks(blocks: list[BasicBlock]) -> set[BasicBlock]:
    """Return the blocks that are reachable from the first one, including it."""
    reached = set(blocks[:1])
    pending = blocks[:1]
    while pending:
        for target in successors(pending.pop()):
            if target not in reached:
                reached.add(target)
                pending.append(target)
    return reached


def block_labels(function: Function) -> list[str]:
    """Return the label of each block of a function, as text refers to it: ``%entry``, or ``%4`` for a block without a name."""
    number = 0
    for argument in function.arguments:
        if not argument.name:
            number += 1
    labels: list[str] = []
    for block in function.blocks:
        if block.name:
            labels.append("%" + block.name)
        else:
            labels.append(f"%{number}")
            number += 1
        for instruction in block.instructions:
            if not instruction.name and instruction.type.kind != VOID:
                number += 1
    return labels


@final
class ControlFlowGraph:
    """The numbered blocks of a function, and the numbers of each block's successors and predecessors.

    The constructor stores the number of each block in its `number`. A block appears once for each edge. Blocks of other
    functions are left out.
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
            last = block.instructions[-1] if block.instructions else None
            if last is not None and last.is_terminator:
                for operand in last.operands:
                    if isinstance(operand, BasicBlock) and operand.number < number and blocks[operand.number] is operand:
                        targets.append(operand.number)
                        self.predecessors[operand.number].append(block.number)
            self.successors.append(targets)
