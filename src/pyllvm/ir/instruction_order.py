"""The order of the instructions of a long block while it is edited: each is linked to the next, so edits take constant time."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from pyllvm.ir.instruction import Instruction


@final
class InstructionOrder:
    """A doubly linked list. The `position` of each instruction is its place here; place 0 is the end of the block.

    A pass that stores other positions reads `BasicBlock.instructions` before, and that property gives up this object.
    """

    __slots__ = ("_free", "_members", "_next", "_previous", "count")

    def __init__(self, instructions: list[Instruction]) -> None:
        self.count = len(instructions)
        self._members: list[Instruction | None] = [None, *instructions]
        self._next: list[int] = [*range(1, self.count + 1), 0]
        self._previous: list[int] = [self.count, *range(self.count)]
        self._free: list[int] = []
        place = 1
        for instruction in instructions:
            instruction.position = place
            place += 1

    @property
    def first(self) -> Instruction | None:
        """The first instruction of the block."""
        return self._members[self._next[0]]

    @property
    def last(self) -> Instruction | None:
        """The last instruction of the block."""
        return self._members[self._previous[0]]

    def following(self, instruction: Instruction) -> Instruction | None:
        """The next instruction, or None."""
        return self._members[self._next[instruction.position]]

    def preceding(self, instruction: Instruction) -> Instruction | None:
        """The previous instruction, or None."""
        return self._members[self._previous[instruction.position]]

    def insert(self, instruction: Instruction, before: Instruction | None) -> None:
        """Insert an instruction before another one, or at the end."""
        after = 0 if before is None else before.position
        if self._free:
            place = self._free.pop()
            self._members[place] = instruction
        else:
            place = len(self._members)
            self._members.append(instruction)
            self._next.append(0)
            self._previous.append(0)
        instruction.position = place
        previous = self._previous[after]
        self._previous[place] = previous
        self._next[place] = after
        self._next[previous] = place
        self._previous[after] = place
        self.count += 1

    def remove(self, instruction: Instruction) -> None:
        """Remove an instruction."""
        place = instruction.position
        after = self._next[place]
        previous = self._previous[place]
        self._next[previous] = after
        self._previous[after] = previous
        self._members[place] = None
        self._free.append(place)
        self.count -= 1

    def listed(self) -> list[Instruction]:
        """The instructions in order, as a new list."""
        found: list[Instruction] = []
        place = self._next[0]
        while place:
            instruction = self._members[place]
            assert instruction is not None
            found.append(instruction)
            place = self._next[place]
        return found
