"""Basic blocks as the control flow graph has them: split, merged and erased, with the edges of phis kept right."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.constants import BlockAddress, ConstantExpr, ConstantInt
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instruction import ERASED_BLOCK
from pyllvm.ir.instructions import BranchInst, CatchPadInst, CatchSwitchInst, CleanupPadInst, LandingPadInst, PHINode
from pyllvm.ir.user_text import short_text, users_text
from pyllvm.notation import Callable


def phis(block: BasicBlock) -> list[PHINode]:
    """The phis at the beginning of a block."""
    found: list[PHINode] = []
    instruction = block.first
    while isinstance(instruction, PHINode):
        found.append(instruction)
        instruction = instruction.next
    return found


def replace_incoming_block(block: BasicBlock, old: BasicBlock, new: BasicBlock) -> None:
    """Let the phis of a block have their values from `new` where they had them from `old`."""
    for phi in phis(block):
        for index, incoming in enumerate(phi.blocks):
            if incoming is old:
                phi.blocks[index] = new


def remove_edge(block: BasicBlock, predecessor: BasicBlock) -> None:
    """Remove one edge from a predecessor from the phis of a block; phis may be left without values."""
    for phi in phis(block):
        if predecessor in phi.blocks:
            phi.remove_incoming(phi.blocks.index(predecessor))


def remove_incoming_blocks(phi: PHINode, gone: set[BasicBlock]) -> None:
    """Remove all values of a phi that come from some blocks; it may be left without values."""
    places = [place for place, block in enumerate(phi.blocks) if block not in gone]
    if len(places) < len(phi.blocks):
        operands = phi.operands
        values = [operands[place] for place in places]
        phi.blocks = [phi.blocks[place] for place in places]
        phi.put_operands(0, values)


def split_block(instruction: Instruction, name: str = "") -> BasicBlock:
    """Move an instruction and those after it to a new block, which follows their old one and is reached from it alone.

    Phis of the successors then name the new block. Debug records before the instruction stay in the old block. The branch
    between them gets the instruction's debug location (BasicBlock::splitBasicBlock). Raises ValueError if the instruction is in
    no function, or is a phi or a pad, which cannot leave the beginning of its block.
    """
    block = instruction.parent
    function = None if block is None else block.parent
    if block is None or function is None:
        raise ValueError(f"the instruction does not belong to a function: {short_text(instruction)}")
    if isinstance(instruction, (PHINode, LandingPadInst, CatchPadInst, CleanupPadInst, CatchSwitchInst)):
        raise ValueError(f"a block cannot be split before a phi or a pad: {short_text(instruction)}")
    terminator = block.terminator
    if name:
        name = function.symbols.unique_name(name)  # collected while all instructions are in their blocks
    moved = block.cut(instruction)
    second = BasicBlock(block.type, name)
    blocks = function.blocks
    at = function.index_of_block(block) + 1
    function.insert_block(second, blocks[at] if at < len(blocks) else None)
    second.trailing_debug_records = block.trailing_debug_records
    block.trailing_debug_records = instruction.debug_records
    instruction.debug_records = None
    second.take_over(moved)
    branch = BranchInst(function.type.context.void, second)
    branch.debug_location = instruction.debug_location
    block.append(branch)
    if terminator is not None:
        for successor in dict.fromkeys(terminator.successors):
            replace_incoming_block(successor, block, second)
    return second


def merge_into_predecessor(block: BasicBlock) -> BasicBlock:
    """Move the instructions of a block to the end of its only predecessor, which has no other successor; return that one.

    Phis are replaced by their values, and the block is gone afterwards. Raises ValueError if the block has another number of
    predecessors, is its own, or its predecessor ends otherwise than with a branch to it alone, or if its address is taken.
    """
    predecessors = block.predecessors
    if len(predecessors) != 1 or predecessors[0] is block:
        raise ValueError(f"the block has not one other predecessor: {short_text(block)}")
    before = predecessors[0]
    branch = before.terminator
    if not isinstance(branch, BranchInst) or branch.is_conditional:
        raise ValueError(f"the predecessor has other successors: {short_text(before)}")
    if any(isinstance(user, BlockAddress) for user in block.users):
        raise ValueError(f"the address of the block is taken: {short_text(block)}")
    for phi in phis(block):
        if phi.operands and phi.operands[0] is phi:
            raise ValueError(f"a phi has only itself as value: {short_text(phi)}")
    for phi in phis(block):
        value = phi.operands[0]
        phi.replace_all_uses_with(value)
        phi.erase()
    terminator = block.terminator
    branch.erase()
    first = block.first
    if first is not None:
        if before.trailing_debug_records:
            first.debug_records = [*before.trailing_debug_records, *(first.debug_records or [])]
            before.trailing_debug_records = None
        before.take_over(block.cut(first))
    if block.trailing_debug_records:
        before.trailing_debug_records = [*(before.trailing_debug_records or []), *block.trailing_debug_records]
        block.trailing_debug_records = None
    if terminator is not None:
        for successor in dict.fromkeys(terminator.successors):
            replace_incoming_block(successor, block, before)
    assert block.parent is not None
    block.parent.remove_block(block)
    return before


def erase_block(block: BasicBlock) -> None:
    """Remove a block from its function with its instructions; the phis of its successors lose its edges.

    Its address becomes `inttoptr (i32 1 to ptr)`, which is not a block's, as in LLVM. Raises PyllvmError, which names users, if
    another block branches to it, or if one of its instructions is used outside it.
    """
    if block.number == ERASED_BLOCK:
        raise PyllvmError("the block was already erased")
    for user in block.users:
        if not isinstance(user, BlockAddress) and not (isinstance(user, Instruction) and user.parent is block):
            raise PyllvmError(f"the block is still used{users_text(block)}")
    for instruction in block.instructions:
        for user in instruction.users:
            if not (isinstance(user, Instruction) and user.parent is block):
                raise PyllvmError(f"an instruction of the block is still used{users_text(instruction)}")
    terminator = block.terminator
    if terminator is not None:
        for successor in terminator.successors:
            if successor is not block:
                remove_edge(successor, block)
    forget_address(block)
    for instruction in block.instructions:
        instruction.drop_operands()
    for instruction in reversed(block.instructions):
        instruction.erase()
    if block.parent is not None:
        block.parent.remove_block(block)
    block.number = ERASED_BLOCK


def erase_blocks(function: Function, blocks: list[BasicBlock], forget: Callable[[Instruction], object]) -> None:
    """Erase blocks to which no other block branches. `forget` takes each result away from what still uses it."""
    gone = set(blocks)
    for successor in dict.fromkeys([successor for block in blocks for successor in block.successors]):
        for phi in phis(successor):
            remove_incoming_blocks(phi, gone)
    for block in blocks:
        forget_address(block)
    for block in blocks:
        for instruction in block.instructions:
            forget(instruction)
    for block in blocks:
        for instruction in block.instructions:
            instruction.drop_operands()
    for block in blocks:
        for instruction in reversed(block.instructions):
            instruction.erase()
    for block in blocks:
        function.remove_block(block)


def forget_address(block: BasicBlock) -> None:
    """Replace all addresses of a block that goes by `inttoptr (i32 1 to ptr)` (BasicBlock's destructor)."""
    for address in block.users:
        if isinstance(address, BlockAddress):
            one = ConstantInt.get(address.type.context.integer(32), 1)
            replace_everywhere(address, ConstantExpr.get(address.type, "inttoptr", [one]))
            address.drop_operands()
