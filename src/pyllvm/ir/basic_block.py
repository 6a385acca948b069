"""Basic blocks. A block keeps its instructions in a list; while a long block is edited, they are linked instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, cast, final

from pyllvm.ir.above import above
from pyllvm.ir.edits import EDITS
from pyllvm.ir.instruction import Instruction, check_is_free
from pyllvm.ir.metadata import DebugRecord
from pyllvm.ir.types import Type
from pyllvm.ir.user_text import short_text
from pyllvm.ir.value import Value, ValueEdits

if TYPE_CHECKING:
    from pyllvm.ir.function import Function
    from pyllvm.ir.instructions import PHINode


@final
class InstructionOrder:
    """The instructions of a long block while it is edited, as a doubly linked list: edits take constant time.

    The `position` of each instruction is its place here; place 0 is the end of the block. A pass that stores
    other positions reads `BasicBlock.instructions` before, and that property gives up this object.
    """

    __slots__ = ("_free", "_members", "_next", "_previous")

    def __init__(self, instructions: list[Instruction]) -> None:
        count = len(instructions)
        self._members: list[Instruction | None] = [None, *instructions]
        self._next: list[int] = [*range(1, count + 1), 0]
        self._previous: list[int] = [count, *range(count)]
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

    def remove(self, instruction: Instruction) -> None:
        """Remove an instruction."""
        place = instruction.position
        after = self._next[place]
        previous = self._previous[place]
        self._next[previous] = after
        self._previous[after] = previous
        self._members[place] = None
        self._free.append(place)

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


# How far `BasicBlock.index_of` looks in both directions before it numbers the whole block.
_NEAR: Final = 32
# How often each instruction of a long block may be moved by edits of a list, until its instructions are linked instead.
_MOST_MOVES: Final = 64
# The number of instructions from which a block is long.
_LONG: Final = 4096
_PHI: Final = "phi"
# The instructions that are at the beginning of a block.
_FIRST: Final = frozenset((_PHI, "landingpad", "catchpad", "cleanuppad"))


class BlockEdits:
    """Edits of blocks by a room above."""

    def split(self, instruction: Instruction, name: str) -> BasicBlock:
        """As `BasicBlock.split`."""
        raise NotImplementedError

    def merge_into_predecessor(self, block: BasicBlock) -> BasicBlock:
        """As `BasicBlock.merge_into_predecessor`."""
        raise NotImplementedError

    def erase(self, block: BasicBlock) -> None:
        """As `BasicBlock.erase`."""
        raise NotImplementedError


@final
class BasicBlock(Value):
    """A label and the instructions under it; the last one is the terminator."""

    def __init__(self, label_type: Type, name: str = "") -> None:
        super().__init__(label_type, name)
        self.parent: Function | None = None
        # The position among the blocks of its function; set by the verifier.
        self.number = 0
        self._instructions: list[Instruction] = []
        # Whether others may hold the list: the next edit then copies it.
        self._is_list_shared = False
        # How many instructions edits have moved in the list since then.
        self._moves = 0
        # The instructions in place of the list, which is then outdated, while a long block is edited.
        self._order: InstructionOrder | None = None
        self._trailing_debug_records: list[DebugRecord] | None = None
        # how far `index_of` found an instruction from its `position`
        self._drift = 0

    def _is_local(self) -> bool:
        return True

    def _record_local_uses(self) -> None:
        if self.parent is not None:
            self.parent.record_local_uses()

    def _set_name(self, name: str) -> None:
        self._name = name if self.parent is None else self.parent.renamed(self, name)

    @property
    def trailing_debug_records(self) -> list[DebugRecord] | None:
        """The debug records after the last instruction of a block without a terminator, or None."""
        records = self._trailing_debug_records
        if records is not None and EDITS.is_watched:
            EDITS.lend(records)
        return records

    @trailing_debug_records.setter
    def trailing_debug_records(self, records: list[DebugRecord] | None) -> None:
        self._trailing_debug_records = records
        self.type.context.edits += 1

    @property
    def instructions(self) -> list[Instruction]:
        """The instructions as they are now: edits through methods of blocks and instructions do not change a list read before."""
        if self._order is not None:
            self._settle()
        self._is_list_shared = True
        return self._instructions

    @instructions.setter
    def instructions(self, instructions: list[Instruction]) -> None:
        self.type.context.edits += 1
        self.type.context.instruction_edits += 1
        self._order = None
        self._is_list_shared = True
        self._instructions = instructions

    def _settle(self) -> None:
        """Return from linked instructions to the list."""
        if self._order is None:
            return
        with self.type.context.lock:
            order = self._order
            if order is not None:
                self._instructions = order.listed()
                self._order = None
                self._is_list_shared = False
                self._moves = 0

    def append_read(self, instruction: Instruction) -> None:
        """Put an instruction at the end that was just read: nothing is checked, and its name is unique."""
        instruction.parent = self
        self._instructions.append(instruction)

    def _end_reading(self) -> None:
        """Free the room that the list of instructions has for more: the terminator was read."""
        self._instructions = self._instructions[:]

    def append(self, instruction: Instruction) -> None:
        """Put an instruction, which is in no block, at the end. A name that another value of the function has gets a number.

        Raises ValueError if the instruction is in a block.
        """
        check_is_free(instruction, self)
        self.insert(instruction, None)
        if self.trailing_debug_records:
            instruction.debug_records = [*(instruction.debug_records or []), *self.trailing_debug_records]
            self.trailing_debug_records = None

    def insert(self, instruction: Instruction, before: Instruction | None) -> None:
        """Put an instruction, which is in no block, before another one of this block, or at the end; debug records stay.

        Raises ValueError if the other one is not in this block.
        """
        if before is not None and before.parent is not self:
            raise ValueError(f"the instruction is in another block: {short_text(before)}")
        if instruction._name and self.parent is not None:
            # before the instruction is in the list, from which the names are collected
            instruction._name = self.parent.symbols.enter(instruction, instruction._name)
        self.type.context.edits += 1
        self.type.context.instruction_edits += 1
        order = self._order
        if order is None:
            at = len(self._instructions) if before is None else self._place(before)
            instructions = self._own_list()
            if before is None:
                instruction.position = at
                instructions.append(instruction)
            else:
                instruction.position = before.position
                instructions.insert(at, instruction)
                self._count_moves(at)
        else:
            order.insert(instruction, before)
        instruction.parent = self

    def take_out(self, instruction: Instruction) -> None:
        """Remove an instruction of this block from it; the debug records before it remain its own."""
        if instruction._uses is None and self.type.context.uses.defers:
            instruction._check_recorded()  # now: it is not found from the function, nor its place from the instruction
        self.type.context.edits += 1
        self.type.context.instruction_edits += 1
        order = self._order
        if order is None:
            at = self._place(instruction)
            del self._own_list()[at]
            self._count_moves(at)
        else:
            order.remove(instruction)
        if instruction._name and self.parent is not None:
            self.parent.release(instruction)
        instruction.parent = None

    def _own_list(self) -> list[Instruction]:
        if self._is_list_shared:
            self._instructions = self._instructions.copy()
            self._is_list_shared = False
            self._moves = 0
        return self._instructions

    def _count_moves(self, at: int) -> None:
        """Link the instructions of a long block once edits of its list, the last one at `at`, have moved many."""
        count = len(self._instructions)
        if count >= _LONG:
            self._moves += count - at
            if self._moves > count * _MOST_MOVES:
                self._order = InstructionOrder(self._instructions)
                self._instructions = []
                self._drift = 0

    def splice(self, at: int, count: int, made: list[Instruction]) -> None:
        """Put instructions in the place of `count` others, from number `at` on; the caller cares for names and uses."""
        self.type.context.edits += 1
        self.type.context.instruction_edits += 1
        self._settle()
        self._instructions[at : at + count] = made
        for instruction in made:
            instruction.parent = self

    def cut(self, instruction: Instruction) -> list[Instruction]:
        """Remove an instruction of this block and all after it, which keep their names and parent: `take_over` is to follow."""
        self.type.context.edits += 1
        self.type.context.instruction_edits += 1
        self._settle()
        at = self._place(instruction)
        instructions = self._own_list()
        moved = instructions[at:]
        del instructions[at:]
        return moved

    def take_over(self, instructions: list[Instruction]) -> None:
        """Put instructions at the end that were cut from a block of the same function."""
        self.type.context.edits += 1
        self.type.context.instruction_edits += 1
        self._settle()
        for instruction in instructions:
            instruction.parent = self
        self._own_list().extend(instructions)

    def split(self, instruction: Instruction, name: str = "") -> BasicBlock:
        """Move an instruction of this block and those after it to a new block, which follows this one; return the new one.

        This block then ends with a branch to the new one, with the instruction's debug location. The phis of the successors
        name the new block. Debug records before the instruction stay here. Raises ValueError if the instruction is not in this
        block, or is a phi or a pad, which must be at the beginning of a block.
        """
        if instruction.parent is not self:
            raise ValueError(f"the instruction is in another block: {short_text(instruction)}")
        return above(BlockEdits).split(instruction, name)

    def merge_into_predecessor(self) -> BasicBlock:
        """Move the instructions to the end of the only predecessor, which this block then no longer follows; return that one.

        Phis are replaced by their values, and the block is removed. Raises ValueError if there is not exactly one other
        predecessor, if that one does not end with a branch to this block alone, or if the block's address is taken.
        """
        return above(BlockEdits).merge_into_predecessor(self)

    def insert_before(self, other: BasicBlock) -> None:
        """Insert this block, which is in no function, before another one. Raises ValueError as `Function.insert_block`."""
        _function_of(other).insert_block(self, other)

    def insert_after(self, other: BasicBlock) -> None:
        """Insert this block, which is in no function, after another one. Raises ValueError as `Function.insert_block`."""
        function = _function_of(other)
        blocks = function.blocks
        at = function.index_of_block(other) + 1
        function.insert_block(self, blocks[at] if at < len(blocks) else None)

    def move_before(self, other: BasicBlock) -> None:
        """Move this block before another one. Raises ValueError if one of them is in no function."""
        if other is not self:
            _function_of(other)
            self.remove()
            self.insert_before(other)

    def move_after(self, other: BasicBlock) -> None:
        """Move this block after another one. Raises ValueError if one of them is in no function."""
        if other is not self:
            _function_of(other)
            self.remove()
            self.insert_after(other)

    def remove(self) -> None:
        """Remove the block from its function with its instructions; it keeps its uses and can be inserted again.

        Raises ValueError if it is in no function.
        """
        _function_of(self).remove_block(self)

    def erase(self) -> None:
        """Remove the block with its instructions; the phis of its successors lose its edges.

        Its address becomes `inttoptr (i32 1 to ptr)`, as in LLVM. Raises PyllvmError, which names users, if another block leads
        to this one, or uses one of its instructions.
        """
        above(BlockEdits).erase(self)

    def following(self, instruction: Instruction) -> Instruction | None:
        """The instruction after one of this block, or None."""
        if self._order is not None:
            return self._order.following(instruction)
        at = self._place(instruction) + 1
        return self._instructions[at] if at < len(self._instructions) else None

    def preceding(self, instruction: Instruction) -> Instruction | None:
        """The instruction before one of this block, or None."""
        if self._order is not None:
            return self._order.preceding(instruction)
        at = self._place(instruction)
        return self._instructions[at - 1] if at else None

    def index_of(self, instruction: Instruction) -> int:
        """The position of an instruction in the block. Raises ValueError if it is not there."""
        self._settle()
        return self._place(instruction)

    def _place(self, instruction: Instruction) -> int:
        """The position in the list: near the position that the instruction has, as far as for the one asked for before."""
        instructions = self._instructions
        count = len(instructions)
        start = instruction.position + self._drift
        for distance in range(_NEAR):
            at = start + distance
            if 0 <= at < count and instructions[at] is instruction:
                self._drift += distance
                return at
            at = start - distance
            if 0 <= at < count and instructions[at] is instruction:
                self._drift -= distance
                return at
        self._drift = 0
        found = -1
        at = 0
        with self.type.context.lock:  # the verifier uses the positions as well
            for other in instructions:
                other.position = at
                if other is instruction:
                    found = at
                at += 1
        if found < 0:
            raise ValueError(f"the instruction is not in the block: {short_text(instruction)}")
        return found

    @property
    def phis(self) -> list[PHINode]:
        """The phis at the beginning, in order."""
        found: list[PHINode] = []
        for instruction in self.instructions:
            if instruction._opcode_name != _PHI:
                break
            found.append(cast("PHINode", instruction))
        return found

    @property
    def first_non_phi(self) -> Instruction | None:
        """The first instruction that is not a phi, or None."""
        for instruction in self.instructions:
            if instruction._opcode_name != _PHI:
                return instruction
        return None

    @property
    def first_insertion_point(self) -> Instruction | None:
        """The first instruction before which others may be inserted: not a phi, nor a pad. None if there is none."""
        for instruction in self.instructions:
            if instruction._opcode_name not in _FIRST:
                return None if instruction._opcode_name == "catchswitch" else instruction
        return None

    @property
    def single_predecessor(self) -> BasicBlock | None:
        """The block whose terminator alone leads here, once; else None."""
        found = self.predecessors
        return found[0] if len(found) == 1 else None

    @property
    def single_successor(self) -> BasicBlock | None:
        """The only block where execution may continue, named once by the terminator; else None."""
        found = self.successors
        return found[0] if len(found) == 1 else None

    @property
    def terminator(self) -> Instruction | None:
        """The last instruction, if it is a terminator, else None."""
        last = self.last
        return last if last is not None and last.is_terminator else None

    @property
    def last(self) -> Instruction | None:
        """The last instruction, or None."""
        if self._order is not None:
            return self._order.last
        return self._instructions[-1] if self._instructions else None

    @property
    def first(self) -> Instruction | None:
        """The first instruction, or None."""
        if self._order is not None:
            return self._order.first
        return self._instructions[0] if self._instructions else None

    @property
    def successors(self) -> list[BasicBlock]:
        """The blocks where execution may continue, in LLVM's order; a block may occur twice."""
        terminator = self.terminator
        return [] if terminator is None else terminator.successors

    @property
    def predecessors(self) -> list[BasicBlock]:
        """The blocks whose terminators lead here, in the order of LLVM's `; preds =`; a block may occur twice."""
        found: list[BasicBlock] = []
        for user in self.users:
            if isinstance(user, Instruction) and user.is_terminator and user.parent is not None:
                found.append(user.parent)
        return found

    def _replace_uses_with(self, replacement: Value) -> None:
        above(ValueEdits).replace_everywhere(self, replacement)

    def __iter__(self) -> Iterator[Instruction]:
        """The instructions as they are now; those that are removed in between are left out."""
        for instruction in self.instructions:
            if instruction.parent is self:
                yield instruction


def _function_of(block: BasicBlock) -> Function:
    if block.parent is None:
        raise ValueError(f"the block does not belong to a function: {short_text(block)}")
    return block.parent
