"""Small passes over functions, each of which gives the text of LLVM's pass: names, single exits, and edges between blocks."""

from __future__ import annotations

from pyllvm.analysis.dead_code import PADS, is_dead
from pyllvm.analysis.loops import BlockLoops
from pyllvm.analysis.poison import is_debug_call
from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.salvaging import Salvager
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import BranchInst, CallBrInst, IndirectBrInst, PHINode, ReturnInst, UnreachableInst
from pyllvm.ir.types import VOID
from pyllvm.ir.user_text import short_text
from pyllvm.tables.behavior_versions import EDGES_OF_CALLBR_SPLIT_SINCE, LOOPS_OF_SPLIT_EDGES_SINCE
from pyllvm.tables.intrinsic_names import LOOP_METADATA


def name_instructions(function: Function) -> bool:
    """Name nameless arguments, blocks and results: arg, bb, i, each made unique. Returns whether there were any."""
    changed = False
    for argument in function.arguments:
        if not argument.name:
            argument.name = "arg"
            changed = True
    for block in function.blocks:
        if not block.name:
            block.name = "bb"
            changed = True
        for instruction in block.instructions:
            if not instruction.name and instruction.type.kind != VOID:
                instruction.name = "i"
                changed = True
    return changed


def merge_returns(function: Function) -> bool:
    """Leave one `unreachable` and one `ret`, to which the blocks branch that had others. Returns whether there were several."""
    endless: list[BasicBlock] = []
    returning: list[BasicBlock] = []
    for block in function.blocks:
        end = block.terminator
        if isinstance(end, UnreachableInst):
            endless.append(block)
        elif isinstance(end, ReturnInst):
            returning.append(block)
    void = function.type.context.void
    if len(endless) > 1:
        target = function.add_block("UnifiedUnreachableBlock")
        target.append(UnreachableInst(void))
        for block in endless:
            _branch_instead(block, target)
    if len(returning) > 1:
        target = function.add_block("UnifiedReturnBlock")
        type = function.function_type.return_type
        phi: PHINode | None = None
        if type.kind != VOID:
            phi = PHINode(type, 0, "UnifiedRetVal")
            target.append(phi)
        target.append(ReturnInst(void, phi))
        for block in returning:
            end = block.terminator
            if phi is not None and isinstance(end, ReturnInst) and end.value is not None:
                phi.add_incoming(end.value, block)
            _branch_instead(block, target)
    return len(endless) > 1 or len(returning) > 1


def _branch_instead(block: BasicBlock, target: BasicBlock) -> None:
    """Replace the terminator of a block by a branch."""
    end = block.terminator
    assert end is not None
    end.erase()
    block.append(BranchInst(target.type.context.void, target))


def break_critical_edges(function: Function, loops: BlockLoops | None = None) -> bool:
    """Put a block on each edge from a block with several successors to one with several predecessors.

    Edges of indirectbr and to pads stay, and until LLVM 14 edges of callbr. With `loops`, the other edges that leave a loop
    for the same block get one block as well, so that only the loop leads to the exits; where these edges must stay, all do.
    Returns whether there were critical edges.
    """
    changed = False
    for block in list(function.blocks):
        end = block.terminator
        if end is None or isinstance(end, IndirectBrInst):
            continue
        places = [index for index, operand in enumerate(end.operands) if isinstance(operand, BasicBlock)]
        if isinstance(end, BranchInst):
            places.reverse()  # the operands have the false block first
        if isinstance(end, CallBrInst) and block.type.context.llvm_version < EDGES_OF_CALLBR_SPLIT_SINCE:
            continue
        if len(end.successors) < 2:
            continue
        for place in places:
            after = end.operands[place]
            if not isinstance(after, BasicBlock) or len(after.predecessors) < 2 or _begins_with_pad(after):
                continue
            leaving = [] if loops is None else loops.others_leaving(block, after)
            if leaving is None:
                continue
            middle = _split_edge(block, place, after)
            changed = True
            if loops is not None:
                loops.add(middle, block, after)
                if leaving:
                    loops.add(split_predecessors(after, leaving, "split"), leaving[0], after)
    return changed


def _begins_with_pad(block: BasicBlock) -> bool:
    first = block.first_non_phi
    return first is not None and first.opcode_name in PADS


def _split_edge(block: BasicBlock, place: int, target: BasicBlock) -> BasicBlock:
    """Let an edge lead through a new block, which follows the block where the edge begins; return that one."""
    end = block.terminator
    assert end is not None
    middle = BasicBlock(target.type, f"{block.name}.{target.name}_crit_edge")
    middle.insert_after(block)
    branch = BranchInst(target.type.context.void, target)
    branch.debug_location = end.debug_location
    loop = end.metadata(LOOP_METADATA)
    if loop is not None and target.type.context.llvm_version >= LOOPS_OF_SPLIT_EDGES_SINCE:
        branch.set_metadata(LOOP_METADATA, loop)
    middle.append(branch)
    end.put_operand(place, middle)
    at = 0
    for phi in target.phis:
        # As in LLVM, the place that the edge has in the phi before it comes first, where the block is there as well.
        if phi.blocks[at] is not block:
            at = phi.blocks.index(block)
        phi.blocks[at] = middle
    return middle


def split_first_edge(block: BasicBlock, target: BasicBlock) -> BasicBlock:
    """Split the first edge between two blocks. ValueError if there is none, PyllvmError if LLVM cannot split it."""
    end = block.terminator
    place = -1 if end is None else next((at for at, operand in enumerate(end.operands) if operand is target), -1)
    if end is None or place < 0:
        raise ValueError(f"no edge leads from {short_text(block)} to {short_text(target)}")
    if isinstance(end, IndirectBrInst) or _begins_with_pad(target):
        raise PyllvmError(f"the edge to {short_text(target)} cannot be split: an indirectbr or a pad needs it")
    return _split_edge(block, place, target)


def split_predecessors(target: BasicBlock, before: list[BasicBlock], suffix: str) -> BasicBlock:
    """Let the edges from some predecessors lead through one new block, which precedes the target (SplitBlockPredecessors)."""
    middle = BasicBlock(target.type, f"{target.name}{suffix}")
    middle.insert_before(target)
    branch = BranchInst(target.type.context.void, target)
    first = target.first_non_phi
    while first is not None and is_debug_call(first):
        first = first.next
    branch.debug_location = None if first is None else first.debug_location
    middle.append(branch)
    for block in dict.fromkeys(before):
        end = block.terminator
        if end is not None:
            end.replace_successor(target, middle)
    chosen = set(before)
    for phi in target.phis:
        values = dict.fromkeys([value for value, block in phi.incoming if block in chosen])
        if len(values) == 1:
            joined = next(iter(values))
        else:
            made = PHINode(phi.type, 0, f"{phi.name}.ph")
            made.insert_before(branch)
            for value, block in reversed(phi.incoming):
                if block in chosen:
                    made.add_incoming(value, block)
            joined = made
        for index in range(len(phi.blocks) - 1, -1, -1):
            if phi.blocks[index] in chosen:
                phi.remove_incoming(index)
        phi.add_incoming(joined, middle)
    return middle


def delete_dead_instructions(function: Function) -> bool:
    """Delete instructions whose results nothing uses and that have no other effect, again and again. Returns whether any was.

    Debug values of them are salvaged. The order is LLVM's, since the order of several values of a debug value follows from it.
    """
    salvager = Salvager(function)
    waiting: dict[Instruction, None] = {}
    changed = False
    for one in list(function.instructions):
        if one not in waiting and is_dead(one):
            _delete(one, salvager, waiting)
            changed = True
    while waiting:
        one, _ = waiting.popitem()
        _delete(one, salvager, waiting)
    return changed


def _delete(dead: Instruction, salvager: Salvager, waiting: dict[Instruction, None]) -> None:
    """Delete a dead instruction; operands that die with it are waiting then."""
    salvager.salvage(dead)
    operands = dict.fromkeys(reversed(dead.operands))
    dead.erase()
    for operand in reversed(operands):
        if isinstance(operand, Instruction) and operand not in waiting and is_dead(operand):
            waiting[operand] = None
