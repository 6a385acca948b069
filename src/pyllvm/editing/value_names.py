"""New names in a function, as LLVM creates them: a taken name gets a number from one counter for the whole function.

    %x = add i32 %a, 1
    %x1 = add i32 %a, 2

are the names of two instructions that were both to be called `x`.
"""

from __future__ import annotations

from typing import final

from pyllvm.ir.constants import BlockAddress, ConstantAggregate, ConstantExpr
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import BranchInst, CatchSwitchInst, PHINode
from pyllvm.ir.value import Value


@final
class ValueNames:
    """The names of one function's arguments, blocks and instructions, collected when the object is created."""

    def __init__(self, function: Function | None = None) -> None:
        self._taken: set[str] = set()
        self._counter = 0
        self._changes: list[tuple[str, bool]] | None = None
        if function is not None:
            self._taken.update([argument.name for argument in function.arguments])
            for block in function.blocks:
                self._taken.add(block.name)
                self._taken.update([instruction.name for instruction in block.instructions])

    def note_changes(self, function: Function) -> None:
        """Let the function remember how its names come and go, for its symbol table in bitcode."""
        if function.name_changes is None:
            function.name_changes = [(value.name, True) for value in named_values(function)]
        self._changes = function.name_changes

    def unique(self, name: str) -> str:
        """The name, with a number appended if it is taken (ValueSymbolTable::makeUniqueName)."""
        unique = name
        while unique in self._taken:
            self._counter += 1
            unique = f"{name}{self._counter}"
        self._taken.add(unique)
        if self._changes is not None:
            self._changes.append((unique, True))
        return unique

    def release(self, name: str) -> None:
        """Make a name available again."""
        self._taken.discard(name)
        if self._changes is not None and name:
            self._changes.append((name, False))


def named_values(function: Function) -> list[Value]:
    """The values with names, in the order in which they entered the function's symbol table in LLVM.

    LLVM's text parser creates blocks when they are first mentioned. Its linker moves the names of each block's instructions,
    and then the block's name.
    """
    found: list[Value] = []
    for argument in function.arguments:
        if argument.name:
            found.append(argument)
    blocks = function.blocks
    any_block = False
    for block in blocks:
        if block.name:
            any_block = True
            break
    if not any_block:
        for block in blocks:
            for instruction in block.instructions:
                if instruction.name:
                    found.append(instruction)
        return found
    if function._names_came_with_blocks:
        for block in blocks:
            for instruction in block.instructions:
                if instruction.name:
                    found.append(instruction)
            if block.name:
                found.append(block)
        return found
    met: set[BasicBlock] = set()
    searched: set[Value] = set()
    for block in function._early_blocks or ():
        if block.parent is function:
            _meet(block, met, found)
    for block in blocks:
        _meet(block, met, found)
        for instruction in block.instructions:
            _meet_blocks(instruction, function, met, searched, found)
            if instruction.name:
                found.append(instruction)
    return found


def _meet(value: Value, met: set[BasicBlock], found: list[Value]) -> None:
    if isinstance(value, BasicBlock) and value not in met:
        met.add(value)
        if value.name:
            found.append(value)


def _meet_blocks(
    instruction: Instruction, function: Function, met: set[BasicBlock], searched: set[Value], found: list[Value]
) -> None:
    """Visit the blocks that an instruction mentions, in the order of its text."""
    operands = instruction.operands
    if isinstance(instruction, BranchInst):
        index = len(operands) - 1
        while index >= 0:
            _meet(operands[index], met, found)
            index -= 1
        return
    if isinstance(instruction, PHINode):
        for value, block in zip(operands, instruction.blocks, strict=True):
            if isinstance(value, (BlockAddress, ConstantAggregate, ConstantExpr)):
                _meet_addressed_blocks(value, function, met, searched, found)
            _meet(block, met, found)
        return
    if isinstance(instruction, CatchSwitchInst):
        for handler in instruction.handlers:
            _meet(handler, met, found)
    for operand in operands:
        if isinstance(operand, BasicBlock):
            _meet(operand, met, found)
        elif isinstance(operand, BlockAddress) and operand.operands[0] is function:
            _meet(operand.operands[1], met, found)
        elif isinstance(operand, (ConstantAggregate, ConstantExpr)) and operand not in searched:
            _meet_addressed_blocks(operand, function, met, searched, found)


def _meet_addressed_blocks(
    constant: Value, function: Function, met: set[BasicBlock], searched: set[Value], found: list[Value]
) -> None:
    """Visit the blocks whose addresses a constant is made of, in the order of its text."""
    work = [constant]
    while work:
        one = work.pop()
        if isinstance(one, BlockAddress):
            if one.operands[0] is function:
                _meet(one.operands[1], met, found)
        elif isinstance(one, (ConstantAggregate, ConstantExpr)) and one not in searched:
            searched.add(one)
            work.extend(reversed(one.operands))
