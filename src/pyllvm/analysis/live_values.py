"""Liveness: the values that are still needed at the beginning and at the end of each block."""

from __future__ import annotations

from typing import final

from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.misuse import check_function
from pyllvm.ir.value import Value


@final
class Liveness:
    """The live arguments and instructions of a function, as `liveness` returns them; each list is by the positions of blocks.

    A value is live where a way leads from it to a use. An operand of a phi is used at the end of the block from which it comes,
    and a phi is defined at the beginning of its block: it is not in `live_in` of that.
    """

    def __init__(self, blocks: list[BasicBlock]) -> None:
        self.live_in: list[dict[Value, None]] = [{} for _ in blocks]
        """The values that are live at the beginning of each block, in the order of arguments and instructions."""
        self.live_out: list[dict[Value, None]] = [{} for _ in blocks]
        """The values that are live at the end of each block, in the same order."""
        self._numbers: dict[BasicBlock, int] = {block: number for number, block in enumerate(blocks)}

    def __repr__(self) -> str:
        return f"<Liveness of {len(self.live_in)} blocks>"

    def at_start(self, block: BasicBlock) -> list[Value]:
        """The values that are live at the beginning of a block. Raises KeyError for a block of another function."""
        return list(self.live_in[self._numbers[block]])

    def at_end(self, block: BasicBlock) -> list[Value]:
        """The values that are live at the end of a block. Raises KeyError for a block of another function."""
        return list(self.live_out[self._numbers[block]])

    def before(self, instruction: Instruction) -> list[Value]:
        """The values that are live right before an instruction. Raises ValueError if it is in no block."""
        block = instruction.parent
        if block is None:
            raise ValueError("the instruction is in no block")
        live: dict[Value, None] = dict(self.live_out[self._numbers[block]])
        for one in reversed(block.instructions):
            live.pop(one, None)
            if not isinstance(one, PHINode):
                for operand in one.operands:
                    if operand._is_local() and not isinstance(operand, BasicBlock):
                        live[operand] = None
            if one is instruction:
                break
        return list(live)


def liveness(function: Function) -> Liveness:
    """Return which arguments and instructions of a function are live at the beginning and the end of each block.

    The time is linear in the size of the function and of the result. Raises PyllvmError if the body was not read yet and is
    malformed.
    """
    check_function(function, "liveness")
    blocks = function.blocks
    found = Liveness(blocks)
    numbers = found._numbers
    predecessors: list[list[int]] = [[] for _ in blocks]
    for number, block in enumerate(blocks):
        for target in block.successors:
            predecessors[numbers[target]].append(number)
    for argument in function.arguments:
        _follow(argument, -1, found, predecessors)
    for number, block in enumerate(blocks):
        for instruction in block.instructions:
            _follow(instruction, number, found, predecessors)
    return found


def _follow(value: Value, definition: int, found: Liveness, predecessors: list[list[int]]) -> None:
    """Enter a value at all places from its uses back to its definition."""
    numbers = found._numbers
    live_in, live_out = found.live_in, found.live_out
    waiting: list[int] = []  # blocks at whose beginning it is live
    for use in value.known_uses:
        user = use.user
        if not isinstance(user, Instruction) or user.parent is None or user.parent not in numbers:
            continue
        if isinstance(user, PHINode):
            block = numbers[user.blocks[use.index]]
            live_out[block][value] = None
            if block != definition:
                waiting.append(block)
        else:
            block = numbers[user.parent]
            if block != definition:
                waiting.append(block)
    while waiting:
        block = waiting.pop()
        if value in live_in[block]:
            continue
        live_in[block][value] = None
        for source in predecessors[block]:
            live_out[source][value] = None
            if source != definition:
                waiting.append(source)
